/** What the posts say: each names itself, so that everything a platform received can be told apart. */

/** What platforms change when they show a text again: links, entities, mentions, space, composed letters. */
const bodies = [
  'A plain sentence about bread.',
  'Read https://example.com/articles/42?from=crier&lang=en and tell me.',
  'Salt & butter < bread > air, "quoted".',
  'Two lines\n\nand a gap  with   spaces',
  'Zoë drank a café crème 🥐👩‍👩‍👧 at 10°',
  'With @ben.sandbox.test and #bread in it',
] as const

/** `number` names the post, `version` counts its updates. */
export function markerOf(number: number) {
  return `p${String(number).padStart(6, '0')}`
}

export function textOf(number: number, version: number) {
  return `${markerOf(number)}v${version} ${bodies[number % bodies.length]}`
}

export function commentOf(number: number) {
  return `${markerOf(number)}c0 More in the comments.`
}

/** Who a text or an alt text is; undefined: none of ours. */
export function readMarker(text: string) {
  const match = /\b(p\d{6})([vc])(\d+)\b/.exec(text)
  if (!match) return undefined
  const [, marker = '', role, version] = match
  return { marker, comment: role === 'c', version: Number(version) }
}
