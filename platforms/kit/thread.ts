/** Names of the steps that publish a thread: `post` is its first part, `part_2` and so on stand behind it. */
export function stepOf(part: number) {
  return part === 1 ? 'post' : `part_${part}`
}

/** What the names of a part's preparations begin with. */
export function prefixOf(part: number) {
  return part === 1 ? '' : `part_${part}_`
}
