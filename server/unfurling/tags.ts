/** What a page says of itself: its `<meta>`, `<title>` and `<base>`. Reads forward only, so that no page makes it slow. */

export interface Said {
  /** By name in lower case, the first of each. */
  meta: ReadonlyMap<string, string>
  title: string | undefined
  base: string | undefined
}

/** Within these a `<` is no tag. */
const RAW = new Set(['script', 'style', 'noscript', 'textarea', 'template', 'svg', 'iframe'])
/** More than any page needs, and few enough to be read at once. */
const MOST_TAGS = 5_000

export function saidBy(html: string): Said {
  // Of ASCII only: others change their length.
  const lower = html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const meta = new Map<string, string>()
  let title: string | undefined
  let base: string | undefined
  let at = 0
  for (let count = 0; count < MOST_TAGS; count++) {
    const start = html.indexOf('<', at)
    if (start === -1) break
    if (html.startsWith('<!--', start)) {
      at = past(html, '-->', start + 4)
      continue
    }
    const name = nameAt(lower, start + 1)
    if (name === '') {
      at = start + 1
      continue
    }
    const { attributes, end } = attributesFrom(html, start + 1 + name.length)
    at = end
    if (name === 'meta') {
      const key = attributes.get('property') ?? attributes.get('name') ?? ''
      const content = attributes.get('content')
      if (content !== undefined && !meta.has(key.toLowerCase()))
        meta.set(key.toLowerCase(), content)
    } else if (name === 'base') base ??= attributes.get('href')
    else if (name === 'title') {
      const close = lower.indexOf('</title', at)
      title ??= html.slice(at, close === -1 ? at + LONGEST : close)
      at = close === -1 ? html.length : close
    } else if (RAW.has(name)) at = past(lower, `</${name}`, at)
  }
  return { meta, title, base }
}

/** Of a title that never ends. */
const LONGEST = 1_000

function past(text: string, mark: string, from: number) {
  const found = text.indexOf(mark, from)
  return found === -1 ? text.length : found + mark.length
}

/** Letters and digits only; of what is longer than any name we look for, its beginning. */
function nameAt(lower: string, from: number) {
  return /^[a-z][a-z0-9]*/.exec(lower.slice(from, from + 16))?.[0] ?? ''
}

const BLANK = /[\s/]/
const ENDS_NAME = /[\s/>=]/
const ENDS_BARE = /[\s>]/

/** The attributes of a tag, names in lower case, and the place behind it. */
function attributesFrom(html: string, from: number) {
  const attributes = new Map<string, string>()
  let at = from
  for (;;) {
    at = skip(html, at, BLANK)
    if (at >= html.length || html[at] === '>') return { attributes, end: at + 1 }
    const name_end = until(html, at + 1, ENDS_NAME)
    const name = html.slice(at, name_end).toLowerCase()
    at = skip(html, name_end, /\s/)
    if (html[at] !== '=') {
      attributes.set(name, '')
      continue
    }
    at = skip(html, at + 1, /\s/)
    const quote = html[at]
    const quoted = quote === '"' || quote === "'"
    const begin = quoted ? at + 1 : at
    const close = quoted ? html.indexOf(quote, begin) : until(html, begin, ENDS_BARE)
    const end = close === -1 ? html.length : close
    if (!attributes.has(name)) attributes.set(name, html.slice(begin, end))
    at = quoted ? end + 1 : end
  }
}

function skip(text: string, from: number, what: RegExp) {
  let at = from
  while (at < text.length && what.test(text[at] ?? '')) at++
  return at
}

function until(text: string, from: number, what: RegExp) {
  let at = from
  while (at < text.length && !what.test(text[at] ?? '')) at++
  return at
}
