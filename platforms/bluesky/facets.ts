/**
 * Links, mentions and tags of a text. Positions are UTF-8 bytes, and the server does not check them (measured): a range
 * that lies outside the text or cuts a character is our own mistake, seen by readers only.
 */
import { graphemes } from '@crier/sdk/measure'
import { trimmed } from '../kit/links.ts'

/** Positions in UTF-16 units, as JavaScript counts. */
export type Found = { start: number; end: number } & (
  | { kind: 'link'; uri: string }
  | { kind: 'mention'; handle: string }
  | { kind: 'tag'; tag: string }
)

export interface Facet {
  index: { byteStart: number; byteEnd: number }
  features: ({ $type: string } & ({ uri: string } | { did: string } | { tag: string }))[]
}

/** A facet begins where a word does: at the start, after white space, after an opening bracket or quote. */
const BEFORE = String.raw`(?<![^\s("“‘«\[])`
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const REST = String.raw`[^\s<>"“”«»]`

/**
 * Without a list every "end.Next" were a link. Countries and general endings that people meet; those better known as
 * endings of file names (md, py, rs, sh) are left out, and whoever means them writes https:// in front.
 */
const ENDINGS =
  'com|org|net|edu|gov|int|info|biz|name|app|dev|blog|news|social|online|site|store|shop|tech|cloud|page|live|world|art|design|studio|agency|academy|games|wiki|link|xyz|club|space|team|media|network|systems|tools|software|science|museum|foundation|eco|earth|london|berlin|paris|nyc|cat|' +
  'ac|ae|ai|ar|at|au|be|bg|br|ca|cc|ch|cl|cn|co|cy|cz|de|dk|ee|es|eu|fi|fm|fr|ge|gg|gr|hk|hr|hu|id|ie|il|in|io|ir|is|it|jp|ke|kr|la|li|lt|lu|lv|ly|ma|me|mt|mx|my|ng|nl|no|nz|pe|ph|pk|pl|pt|ro|ru|se|sg|si|sk|th|to|tr|tv|tw|ua|uk|us|uy|vn|ws|za'

const LINK = new RegExp(`${BEFORE}https?://${REST}+`, 'giu')
const BARE = new RegExp(
  `${BEFORE}(?:${LABEL}\\.)+(?:${ENDINGS})(?![\\w@-]|\\.\\w)(?::\\d{1,5}(?!\\w))?(?:[/?#]${REST}*)?`,
  'gu',
)
const MENTION = new RegExp(
  `${BEFORE}@((?:${LABEL}\\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)(?![\\w@])`,
  'gu',
)
/** As the reference has it: `$` and up to five letters and digits, of which the first is a letter. */
const CASHTAG = new RegExp(`${BEFORE}\\$([A-Za-z][A-Za-z0-9]{0,4})(?=[\\s.,;:!?)\\]"'’”»]|$)`, 'gu')
const TAG = new RegExp(`${BEFORE}[#＃](?!\\uFE0F)([^\\s#＃\\p{Cf}]+)`, 'gu')

/** What the text points at, in order and without overlaps. */
export function detect(text: string): Found[] {
  const found = [...links(text), ...mentions(text), ...tags(text)].toSorted(
    (a, b) => a.start - b.start || b.end - a.end,
  )
  let reached = 0
  return found.filter(({ start, end }) => {
    if (start < reached) return false
    reached = end
    return true
  })
}

/** The first link: the one whose page is shown below the post. */
export function linkIn(text: string): string | undefined {
  const [uri] = detect(text).flatMap((found) => (found.kind === 'link' ? [found.uri] : []))
  return uri
}

/** The facets of a record. A mention of nobody stays plain text: `dids` has those that were resolved. */
export function facets(text: string, dids: Readonly<Record<string, string>>): Facet[] {
  return detect(text).flatMap((found) => {
    const feature = featureOf(found, dids)
    if (!feature) return []
    const byteStart = Buffer.byteLength(text.slice(0, found.start))
    const byteEnd = byteStart + Buffer.byteLength(text.slice(found.start, found.end))
    return [{ index: { byteStart, byteEnd }, features: [feature] }]
  })
}

/** Handles to resolve before `facets`, in lower case, each once. */
export function mentioned(text: string): string[] {
  const handles = detect(text).flatMap((found) => (found.kind === 'mention' ? [found.handle] : []))
  return [...new Set(handles)]
}

function featureOf(found: Found, dids: Readonly<Record<string, string>>) {
  const $type = `app.bsky.richtext.facet#${found.kind}`
  if (found.kind === 'link') return { $type, uri: found.uri }
  if (found.kind === 'tag') return { $type, tag: found.tag }
  const did = Object.hasOwn(dids, found.handle) ? dids[found.handle] : undefined
  return did === undefined ? undefined : { $type, did }
}

function* links(text: string): Generator<Found> {
  for (const [pattern, scheme] of [
    [LINK, ''],
    [BARE, 'https://'],
  ] as const) {
    for (const match of text.matchAll(pattern)) {
      const shown = trimmed(match[0])
      const uri = scheme + shown
      if (!URL.canParse(uri)) continue
      yield { kind: 'link', start: match.index, end: match.index + shown.length, uri }
    }
  }
}

function* mentions(text: string): Generator<Found> {
  for (const match of text.matchAll(MENTION)) {
    const handle = (match[1] ?? '').toLowerCase()
    yield { kind: 'mention', start: match.index, end: match.index + match[0].length, handle }
  }
}

function* tags(text: string): Generator<Found> {
  for (const match of text.matchAll(TAG)) {
    const tag = (match[1] ?? '').replace(/\p{P}+$/u, '')
    // A tag is more than digits and punctuation, and at most 64 characters of 640 bytes (lexicon of the facet).
    if (!/[^\d\p{P}]/u.test(tag) || graphemes(tag) > 64 || Buffer.byteLength(tag) > 640) continue
    yield { kind: 'tag', start: match.index, end: match.index + 1 + tag.length, tag }
  }
  // Kept in capitals and with their sign, by which the apps tell them from other tags.
  for (const { 0: shown, index } of text.matchAll(CASHTAG)) {
    const tag = shown.toUpperCase()
    yield { kind: 'tag', start: index, end: index + shown.length, tag }
  }
}
