/** Names of the steps that publish a thread: `post` is its first part, `part_2` and so on stand behind it. */
export function stepOf(part: number) {
  return part === 1 ? 'post' : `part_${part}`
}

/** What the names of a part's preparations begin with. */
export function prefixOf(part: number) {
  return part === 1 ? '' : `part_${part}_`
}

/** What the author says below a post where parts are comments: the parts in their order, and the first comment behind them. */
export function commentsOf({
  thread = [],
  first_comment,
}: {
  thread?: readonly { text: string }[]
  first_comment: string | null
}): { name: string; text: string; follow_up?: true }[] {
  const parts = thread.map(({ text }, index) => ({ name: stepOf(index + 2), text }))
  if (first_comment === null) return parts
  return [...parts, { name: 'comment', text: first_comment, follow_up: true }]
}
