/** Finds Chromium, or installs Debian's where it may; `npm test` sees to it once, before the first test. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackage } from '../debian.ts'

/** Chromium without windows: the same pages in three quarters of the processor's time. */
const SHELL = 'chromium-headless-shell'
const names = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** CHROMIUM names one that is elsewhere. */
export function findBrowser(): string | undefined {
  const named = process.env['CHROMIUM']
  if (named) return named
  const all = [...names.flatMap(inPath), ...elsewhere]
  return all.find((path) => existsSync(path))
}

function inPath(name: string) {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name))
}

export function ensureBrowser() {
  if (process.env['CHROMIUM']) return
  const what = 'Chromium for the tests of the dashboard'
  if (!inPath(SHELL).some((path) => existsSync(path))) installPackage(SHELL, what)
  // A Debian before 12 has no such package.
  if (findBrowser() === undefined) installPackage('chromium', what)
}

export function browserPath(): string {
  const found = findBrowser()
  if (found !== undefined) return found
  throw new Error(
    'These tests need Chromium: apt-get install -y --no-install-recommends chromium, or name yours in CHROMIUM.',
  )
}
