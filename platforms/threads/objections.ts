/** What Threads would refuse of a post as a whole, beside its media rules (docs/facts/threads.md §2). */
import type { Objection, Written } from '../kit/objections.ts'

export function objects({ options }: Written): Objection[] {
  const { poll, link_attachment } = options
  if (poll === undefined || link_attachment === undefined) return []
  return [{ option: 'link_attachment', text: 'shows a poll or a link card, not both.' }]
}
