/** 500 characters, where emoji count as the bytes they are in UTF-8 (docs/facts/threads.md §4). */
const emoji = /\p{RGI_Emoji}/gv

export function lengthOf(text: string): number {
  let length = 0
  const rest = text.replace(emoji, (sign) => {
    length += Buffer.byteLength(sign)
    return ''
  })
  for (const _ of rest) length += 1
  return length
}

export function linksIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/https?:\/\/[^\s<>"]+/gi))
}
