/** From links between files of the repository to links between pages of the site. */
import { dirname, join } from 'node:path/posix'
import { operations } from '#operations/index.ts'
import { code } from '../scripts/generate/markdown.ts'
import { places } from './plan.ts'

const named = new Set(operations.map(({ name }) => name))

/** Links of a file as they are on the site. What lies in the repository only is named, and not linked. */
export function relinked(text: string, file: string) {
  return text
    .split(/^((?: *)```[\s\S]*?^ *```$)/m)
    .map((part, at) =>
      at % 2
        ? part
        : part.replaceAll(
            /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g,
            (whole, isPicture: string, words: string, to: string) => {
              // They stand below the root of the site, see assemble.ts.
              if (isPicture) return `![${words}](/${to})`
              const there = targetOf(to, file)
              if (there !== undefined) return `[${words}](${there})`
              return /^[a-z]+:/.test(to) ? whole : words === to ? code(to) : words
            },
          ),
    )
    .join('')
}

/** Undefined: it leads out of the site. */
function targetOf(to: string, from: string): string | undefined {
  if (/^[a-z]+:/.test(to)) return undefined
  const [path = '', hash = ''] = to.split('#')
  const file = path === '' ? from : join(dirname(from), path).replace(/\/$/, '/README.md')
  if (file === 'docs/operations.md') return ofOperations(hash)
  const place = places.get(file) ?? places.get(`${file}/README.md`)
  if (place === undefined) return undefined
  return `/${place.replace(/\bindex$/, '')}${hash && `#${hash}`}`
}

/** That page is many here: one an operation, and one with all shapes. */
function ofOperations(hash: string) {
  if (hash === '') return '/api/'
  if (named.has(hash)) return `/api/${hash}`
  return hash === 'what-holds-for-all-of-them' ? `/api/#${hash}` : `/api/shapes#${hash}`
}
