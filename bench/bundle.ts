/** What a browser loads before it shows the first room: gzip, and as the service sends it (brotli). */
import { execFileSync } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { root, say } from './service.ts'

const dist = join(root, 'web', 'dist')
const assets = join(dist, 'assets')

/** The rooms, by the files that hold them. */
const firsts = {
  'sign-in': 'src/rooms/entry/sign-in.tsx',
  overview: 'src/rooms/overview/overview.tsx',
  write: 'src/rooms/write/write.tsx',
  calendar: 'src/rooms/calendar/calendar.tsx',
  library: 'src/rooms/library/library.tsx',
  analytics: 'src/rooms/analytics/analytics.tsx',
} as const
type First = keyof typeof firsts

const AHEAD = 'src/ahead/ahead.ts'
const WORDS = 'src/words/en/'

/** The build's own account of what is in which file. */
const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
  }),
)

export async function bundle() {
  execFileSync(process.execPath, [join(root, 'scripts', 'build-web.mjs')], { stdio: 'inherit' })
  for (const room of [
    'sign-in',
    'overview',
    'write',
    'calendar',
    'library',
    'analytics',
  ] as const) {
    const files = await filesOf(room)
    say(`to the room ${room}, opened first: ${await sizes(files)} in ${files.length} files`)
  }
  const all = await built()
  say(`everything: ${await sizes(all)} in ${all.length} files`)
}

/** What a browser loads before it shows this room, of what is built: kilobytes as gzip. */
export async function weightOf(room: First) {
  return sum(await filesOf(room), '.gz')
}

/** Of these sources those that come before the room is shown. */
export async function firstOf(room: First, sources: readonly string[]) {
  const files = new Set(await filesOf(room))
  const manifest = await manifestOf()
  return sources.filter((source) => {
    const { file } = manifest[source] ?? fail(source)
    return files.has(file.replace('assets/', ''))
  })
}

/** The words of one language that the room waits for. */
export async function wordsOf(room: First) {
  const manifest = await manifestOf()
  const keys = keysOf(['index.html', firsts[room]], manifest)
  return keys.filter((key) => key.startsWith(WORDS))
}

/** Those that are asked for beside the program; see web/src/ahead. */
export async function wordsAhead() {
  const { dynamicImports } = (await manifestOf())[AHEAD] ?? fail(AHEAD)
  return dynamicImports.filter((key) => key.startsWith(WORDS))
}

/** The page, the room and what they import; of what may come later the words of one language, which come at once. */
async function filesOf(room: First) {
  const manifest = await manifestOf()
  const keys = keysOf(['index.html', firsts[room]], manifest)
  const found = new Set<string>()
  for (const key of [...keys, AHEAD]) {
    const { file, css } = manifest[key] ?? fail(key)
    for (const each of [file, ...css]) found.add(each.replace('assets/', ''))
  }
  return [...found]
}

function keysOf(begin: readonly string[], manifest: z.infer<typeof Manifest>) {
  const queue = [...begin]
  const seen = new Set(queue)
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    const { imports, dynamicImports } = manifest[key] ?? fail(key)
    const words = dynamicImports.filter((each) => each.startsWith(WORDS))
    for (const each of [...imports, ...words]) {
      if (!seen.has(each)) queue.push(each)
      seen.add(each)
    }
  }
  return [...seen]
}

async function manifestOf() {
  return Manifest.parse(JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')))
}

function fail(key: string): never {
  throw new Error(`The build does not know ${key}.`)
}

async function built() {
  return (await readdir(assets)).filter((file) => /\.(js|css)$/.test(file))
}

async function sizes(files: readonly string[]) {
  const [gzip, brotli] = [await sum(files, '.gz'), await sum(files, '.br')]
  return `${gzip.toFixed(0)} kB gzip (${brotli.toFixed(0)} kB brotli)`
}

async function sum(files: readonly string[], end: string) {
  const each = await Promise.all(files.map((file) => stat(join(assets, `${file}${end}`))))
  return each.reduce((total, { size }) => total + size, 0) / 1000
}
