/** Characters as people of the specification count them: code points, so that an emoji is not two. */
export function charactersOf(text: string) {
  return Array.from(text).length
}
