/** What was refused among what was done, in the page's language as soon as its words are there. */
import { useEffect, useState } from 'react'
import { asSaid, langOf, refusedIn, refusedInOwnWords, wordsForRefusals } from '../api/refusals.ts'
import type { Refused } from '../words/refusals.ts'

export function Refusal({
  refused,
  message,
}: {
  refused: Refused
  /** How the service says it, where that is more than the texts of its fields. */
  message?: string
}) {
  const [, setReady] = useState(false)
  useEffect(() => void wordsForRefusals().then(() => setReady(true)), [])
  const text =
    message === undefined ? refusedIn(refused) : (refusedInOwnWords(refused) ?? asSaid(message))
  return <span lang={langOf(text)}>{text}</span>
}
