/** How Threads counts: an emoji by its UTF-8 bytes, anything else by one (developers.facebook.com/docs/threads, 2026-08-12). */
import { utf8Bytes } from './plain.ts'

const EMOJI = /\p{RGI_Emoji}/gv

export function countedLength(text: string): number {
  let length = 0
  const rest = text.replace(EMOJI, (emoji) => {
    length += utf8Bytes(emoji)
    return ''
  })
  return length + Array.from(rest).length
}
