/** Finds Chromium, or installs Debian's where it may; `npm test` sees to it once, before the first test. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
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

/** Installs it as root on a Debian; does nothing elsewhere. */
export function ensureBrowser() {
  if (findBrowser() !== undefined || process.getuid?.() !== 0) return
  process.stderr.write('Installing Chromium for the tests of the dashboard ...\n')
  const wait = ['-o', 'DPkg::Lock::Timeout=300']
  const install = ['install', '-y', '-q', '--no-install-recommends', 'chromium', ...wait]
  for (const words of [['update', '-q', ...wait], install]) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', words, { stdio: ['ignore', 'ignore', 'inherit'], env })
  }
}

export function browserPath(): string {
  const found = findBrowser()
  if (found !== undefined) return found
  throw new Error(
    'These tests need Chromium: apt-get install -y --no-install-recommends chromium, or name yours in CHROMIUM.',
  )
}
