/**
 * "little text", the language of `commentary` (learn.microsoft.com, "Little Text Format", docs/facts/linkedin.md).
 * Reserved signs are escaped with a backslash. One that is not ends the text there, without a word: the real service
 * answers 201 and shows half a post.
 */
const reserved = new Set('\\|{}@[]()<>#*_~')
const mention = /^@\[([^\]]+)\]\((urn:li:(?:person|organization):[\w-]+)\)/
const hashtag = /^\{hashtag\|\\?#\|([^}]+)\}/
const bareTag = /^#(?=[\p{L}\p{N}_])/u

/** What readers see. */
export function shown(commentary: string): { text: string; truncated: boolean } {
  let text = ''
  let at = 0
  while (at < commentary.length) {
    const rest = commentary.slice(at)
    const sign = commentary.charAt(at)
    const next = commentary.charAt(at + 1)
    const entity = mention.exec(rest) ?? hashtag.exec(rest)
    if (entity) {
      text += rest.startsWith('{') ? `#${entity[1]}` : entity[1]
      at += entity[0].length
    } else if (sign === '\\' && reserved.has(next)) {
      text += next
      at += 2
    } else if (!reserved.has(sign) || bareTag.test(rest)) {
      text += sign
      at += 1
    } else return { text, truncated: true }
  }
  return { text, truncated: false }
}
