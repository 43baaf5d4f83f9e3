/** How Threads counts: an emoji by its UTF-8 bytes, anything else by one (developers.facebook.com/docs/threads, 2026-08-12). */

const EMOJI = /\p{RGI_Emoji}/gv
const LINK = /\bhttps?:\/\/[^\s<>"]+/giu

export function countedLength(text: string): number {
  let length = 0
  const rest = text.replace(EMOJI, (emoji) => {
    length += Buffer.byteLength(emoji)
    return ''
  })
  return length + Array.from(rest).length
}

/** The different links of a text; Threads takes five of them. */
export function linksIn(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(LINK), ([link]) => link.replace(/[.,;:!?)\]]+$/, '')))
}
