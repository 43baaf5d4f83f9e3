/** What a browser loads before it shows the first room: gzip, and as the service sends it (brotli). */
import { execFileSync } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { root, say } from './service.ts'

const dist = join(root, 'web', 'dist')
const assets = join(dist, 'assets')

/** The rooms by the files that hold them, as the build names them. */
const firsts = ['sign-in', 'overview', 'write']

export async function bundle() {
  execFileSync(process.execPath, [join(root, 'scripts', 'build-web.mjs')], { stdio: 'inherit' })
  const page = await readFile(join(dist, 'index.html'), 'utf8')
  const eager = [...page.matchAll(/\/assets\/([^"]+\.(?:js|css))"/g)].map(([, file = '']) => file)
  const all = (await readdir(assets)).filter((file) => /\.(js|css)$/.test(file))
  for (const room of firsts) {
    const entry = all.find((file) => file.startsWith(`${room}-`)) ?? ''
    const files = await reached([...eager, entry])
    say(`to the room ${room}, opened first: ${await sizes(files)} in ${files.length} files`)
  }
  say(`everything: ${await sizes(all)} in ${all.length} files`)
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
  const sum = async (end: string) => {
    const each = await Promise.all(files.map((file) => stat(join(assets, `${file}${end}`))))
    return (each.reduce((total, { size }) => total + size, 0) / 1000).toFixed(0)
  }
  return `${await sum('.gz')} kB gzip (${await sum('.br')} kB brotli)`
}
