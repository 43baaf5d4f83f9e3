/** What a browser loads before it shows the first room: gzip, and as the service sends it (brotli). */
import { execFileSync } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { root, say } from './service.ts'

const dist = join(root, 'web', 'dist')
const assets = join(dist, 'assets')

/** The rooms by the files that hold them, as the build names them. */
const firsts = ['sign-in', 'overview', 'write'] as const

export async function bundle() {
  execFileSync(process.execPath, [join(root, 'scripts', 'build-web.mjs')], { stdio: 'inherit' })
  for (const room of firsts) {
    const files = await filesOf(room)
    say(`to the room ${room}, opened first: ${await sizes(files)} in ${files.length} files`)
  }
  const all = await built()
  say(`everything: ${await sizes(all)} in ${all.length} files`)
}

/** What a browser loads before it shows this room, of what is built: kilobytes as gzip. */
export async function weightOf(room: (typeof firsts)[number]) {
  return sum(await filesOf(room), '.gz')
}

async function filesOf(room: string) {
  const page = await readFile(join(dist, 'index.html'), 'utf8')
  const eager = [...page.matchAll(/\/assets\/([^"]+\.(?:js|css))"/g)].map(([, file = '']) => file)
  const entry = (await built()).find((file) => file.startsWith(`${room}-`)) ?? ''
  return reached([...eager, entry])
}

async function built() {
  return (await readdir(assets)).filter((file) => /\.(js|css)$/.test(file))
}

/** These and what they import, not what they may load later. */
async function reached(start: readonly string[]) {
  const found = new Set<string>()
  const queue = [...start]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file) || !file) continue
    found.add(file)
    const text = await readFile(join(assets, file), 'utf8')
    queue.push(
      ...[...text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, name = '']) => name),
    )
  }
  return [...found]
}

async function sizes(files: readonly string[]) {
  const [gzip, brotli] = [await sum(files, '.gz'), await sum(files, '.br')]
  return `${gzip.toFixed(0)} kB gzip (${brotli.toFixed(0)} kB brotli)`
}

async function sum(files: readonly string[], end: string) {
  const each = await Promise.all(files.map((file) => stat(join(assets, `${file}${end}`))))
  return each.reduce((total, { size }) => total + size, 0) / 1000
}
