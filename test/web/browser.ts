/** Finds Chromium, or installs Debian's where it may; `npm test` sees to it once, before the first test. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackage } from '../debian.ts'

/** The shell has no windows to draw, and needs a quarter less of the processor for it: see decision 34. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** CHROMIUM names one that is elsewhere. */
export function findBrowser(): string | undefined {
  const named = process.env['CHROMIUM']
  if (named) return named
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const all = [
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ...elsewhere,
  ]
  return all.find((path) => existsSync(path))
}

export function ensureBrowser() {
  // Older distributions have only the whole of it.
  for (const name of names.slice(0, 2)) {
    if (findBrowser() === undefined) installPackage(name, 'Chromium for the tests of the dashboard')
  }
}

export function browserPath(): string {
  const found = findBrowser()
  if (found !== undefined) return found
  throw new Error(
    'These tests need Chromium: apt-get install -y --no-install-recommends chromium-headless-shell, or name yours in CHROMIUM.',
  )
}
