/** Tags that the workspace used before, for a “#” and letters. */
import { useCallback } from 'react'
import { useHere } from '../../shell/here.ts'
import { words } from '../../words/mentions.ts'
import { tagsIn } from '../../writing/tags.ts'
import { MOST, Offered, type Offering, useAsked } from './offered.tsx'

/** Of the latest posts that say it. */
const LOOKED_AT = 50

export function Tags(offering: Offering) {
  const { crier } = useHere()
  const letters = offering.sought.words
  const ask = useCallback(
    async (search: string, signal: AbortSignal) => {
      if (!/[\p{L}\p{N}]/u.test(search)) return []
      const { data } = await crier.listPosts(
        { search, status: 'all', per_page: LOOKED_AT },
        { signal },
      )
      return data
    },
    [crier],
  )
  const tags = tagsIn(useAsked(letters, ask)?.answer ?? [], letters)
    // Enter behind a whole one begins a line.
    .filter((tag) => tag !== letters)
    .slice(0, MOST)
  return (
    <Offered
      title={words.tags}
      found={words.tagsFound}
      offering={offering}
      offers={tags.map((tag) => ({
        key: tag,
        body: <span className="min-w-0 flex-1 truncate font-medium">#{tag}</span>,
        taken: { text: `#${tag}`, ends: true },
      }))}
    />
  )
}
