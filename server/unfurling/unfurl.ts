/** Previews of links: what a page says of itself by Open Graph, its picture made small. Kept for a day. */
import type { Card, Fetch, Preview } from '#platforms/tools.ts'
import { saidBy } from './tags.ts'
import { NotTaken, secure, take } from './take.ts'
import { textOf } from './text-of.ts'
import { unescaped, wordsOf } from './words.ts'

export interface Unfurling {
  /** Reaches public addresses only. */
  fetch: Fetch
  /** Why the address itself says that it is never reached, in a sentence. */
  refusal?(url: string): string | undefined
  now(): Date
  /** Any image as a JPEG; it reads foreign bytes, so not in this process. */
  shrink: (
    bytes: Uint8Array,
    wish: { mime_type: 'image/jpeg'; max_bytes: number; max_width: number },
  ) => Promise<NonNullable<Card['picture']> | { refused: string }>
  /** For a page, and for its picture again, in milliseconds. */
  deadline?: number
}

const DEADLINE = 8_000
/** What pages say of themselves stands in their heads; some have heads of hundreds of kilobytes. */
const PAGE_BYTES = 1024 * 1024
const PICTURE_BYTES = 8 * 1024 * 1024
/** Below what any platform takes (Bluesky: 1,000,000, older servers 976.56 KB). */
const PICTURE = { mime_type: 'image/jpeg', max_bytes: 900_000, max_width: 1200 } as const
const TITLE = 300
const DESCRIPTION = 1000
const SITE = 100

const DAY = 24 * 3600_000
/** What could not be read may be read soon; a post for ten accounts asks once all the same. */
const REFUSED_FOR = 60_000
const KEPT = 200
/** All pictures together. */
const KEPT_BYTES = 32 * 1024 * 1024

type Answer = Preview | { refused: string }

interface Kept {
  answer: Promise<Answer>
  until: number
  bytes: number
}

/** Answers whatever the page does. One call at a time reads the same page; the others wait for it. */
export function unfurling(deps: Unfurling): (url: string) => Promise<Answer> {
  const kept = new Map<string, Kept>()

  return async (url) => {
    const known = kept.get(url)
    if (known && known.until > deps.now().getTime()) return known.answer
    kept.delete(url)
    const entry: Kept = { answer: read(url, deps), until: Infinity, bytes: 0 }
    kept.set(url, entry)
    const answer = await entry.answer
    const refused = 'refused' in answer
    entry.until = deps.now().getTime() + (refused ? REFUSED_FOR : DAY)
    entry.bytes = refused ? 0 : (answer.picture?.bytes.length ?? 0)
    makeRoom(kept)
    return answer
  }
}

/** The oldest go first. */
function makeRoom(kept: Map<string, Kept>) {
  let bytes = 0
  for (const entry of kept.values()) bytes += entry.bytes
  for (const [url, entry] of kept) {
    if (kept.size <= KEPT && bytes <= KEPT_BYTES) return
    if (entry.until === Infinity) continue
    bytes -= entry.bytes
    kept.delete(url)
  }
}

async function read(url: string, deps: Unfurling): Promise<Answer> {
  // That is in what was written; nobody is asked for it.
  const shut = deps.refusal?.(URL.canParse(url) ? secure(url) : url)
  if (shut !== undefined) return { refused: `There is no preview of ${url}. ${shut}` }
  try {
    return await cardOf(url, deps)
  } catch (error) {
    // Whoever asks must not learn which names and addresses there are behind our walls.
    const why = whyNot(error)
    return { refused: `There is no preview of ${url}: ${why}.` }
  }
}

function whyNot(error: unknown) {
  if (error instanceof NotTaken) return error.message
  const late = error instanceof Error && error.name === 'TimeoutError'
  return late ? 'its page did not come in time' : 'its page could not be read'
}

async function cardOf(url: string, deps: Unfurling): Promise<Preview> {
  const { fetch, deadline = DEADLINE } = deps
  const page = await take(url, {
    fetch,
    signal: AbortSignal.timeout(deadline),
    accept: 'text/html, application/xhtml+xml',
    max_bytes: PAGE_BYTES,
    cut: true,
    enough: hasHead,
  })
  if (!/^(text\/html|application\/xhtml\+xml)/.test(page.type)) throw new NotTaken('it is no page')
  const { meta, title: own, base } = saidBy(textOf(page.bytes, page.type))
  const said = (longest: number, ...names: (string | undefined)[]) =>
    names.map((each) => wordsOf(each ?? '', longest)).find((each) => each !== '') ?? ''
  const title = said(TITLE, meta.get('og:title'), meta.get('twitter:title'), own)
  if (!title) throw new NotTaken('its page has no title')
  const description = said(
    DESCRIPTION,
    meta.get('og:description'),
    meta.get('twitter:description'),
    meta.get('description'),
  )
  const named = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image']
    .map((name) => meta.get(name)?.trim())
    .find(Boolean)
  const from =
    base !== undefined && URL.canParse(base, page.url) ? new URL(base, page.url).href : page.url
  const picture = named === undefined ? undefined : await pictureOf(unescaped(named), from, deps)
  const picture_url = picture && new URL(unescaped(named ?? ''), from).href
  const site = said(SITE, meta.get('og:site_name')) || new URL(page.url).hostname
  return { url, title, description, site, picture, picture_url }
}

/** A preview without its picture is one still. */
async function pictureOf(
  named: string,
  page: string,
  { fetch, shrink, deadline = DEADLINE }: Unfurling,
): Promise<Card['picture']> {
  if (!URL.canParse(named, page)) return undefined
  try {
    const { bytes } = await take(new URL(named, page).href, {
      fetch,
      signal: AbortSignal.timeout(deadline),
      accept: 'image/jpeg, image/png, image/webp, image/gif',
      max_bytes: PICTURE_BYTES,
    })
    const picture = await shrink(bytes, PICTURE)
    return 'refused' in picture ? undefined : picture
  } catch {
    return undefined
  }
}

/** These bytes are the same in almost every encoding that pages are sent in. */
function hasHead(bytes: Uint8Array) {
  return /<\/head/i.test(Buffer.from(bytes).toString('latin1'))
}
