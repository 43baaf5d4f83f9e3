/** Every link and every anchor of the built site leads somewhere; links that leave it are addresses. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dirname, join as joined } from 'node:path/posix'

export function brokenLinks(folder: string): { links: number; broken: string[] } {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
  const there = new Set(files)
  const pages = new Map(
    files
      .filter((file) => file.endsWith('.html'))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  )
  const anchors = new Map(
    [...pages].map(([file, text]) => [
      file,
      new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => plain(id))),
    ]),
  )
  const broken: string[] = []
  let links = 0
  for (const [file, text] of pages) {
    for (const [, src = ''] of text.matchAll(/<img\s[^>]*?src="([^"]*)"/g))
      if (!there.has(fileOf(plain(src), file))) broken.push(`${file}: no picture at ${src}`)
    for (const [, raw = ''] of text.matchAll(/<a\s[^>]*?href="([^"]*)"/g)) {
      links += 1
      const href = plain(raw)
      if (/^[a-z][a-z0-9+.-]*:/i.test(href)) {
        if (!isAddress(href)) broken.push(`${file}: ${href} is no address`)
        continue
      }
      const [path = '', hash = ''] = href.split('#')
      const target = path === '' ? file : fileOf(path, file)
      if (!there.has(target)) broken.push(`${file}: ${href} leads nowhere`)
      else if (hash && !anchors.get(target)?.has(decodeURIComponent(hash)))
        broken.push(`${file}: ${href} has no such place`)
    }
  }
  return { links, broken: [...new Set(broken)] }
}

function fileOf(path: string, from: string) {
  const whole = path.startsWith('/') ? path.slice(1) : joined(dirname(from), path)
  return whole === '' || whole.endsWith('/') ? `${whole}index.html` : whole
}

function isAddress(href: string) {
  return /^(https?|mailto|vscode|cursor):/.test(href) && URL.canParse(href)
}

function plain(text: string) {
  return text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")
}
