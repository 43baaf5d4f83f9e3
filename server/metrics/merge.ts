/**
 * Texts of several processes as one: each metric is told once, with the values of all. Every value names its process, so
 * none stands there twice, and a process that begins anew is seen to begin at 0.
 */
export function merged(texts: readonly string[]): string {
  const blocks = new Map<string, string[]>()
  for (const block of texts.flatMap((text) => text.trim().split('\n\n'))) {
    const lines = block.split('\n').filter(Boolean)
    const head = lines.filter((line) => line.startsWith('#')).join('\n')
    const values = lines.filter((line) => !line.startsWith('#'))
    if (head) blocks.set(head, [...(blocks.get(head) ?? []), ...values])
  }
  return [...blocks]
    .filter(([, values]) => values.length > 0)
    .map(([head, values]) => `${[head, ...values].join('\n')}\n`)
    .join('\n')
}
