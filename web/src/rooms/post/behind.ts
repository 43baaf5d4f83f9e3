/** What came to nothing behind a post that is out, in the page's language. Pure. */
import { words } from '../../words/posts.ts'

interface Behind {
  text: string
  /** Why, as the platform or the service says it: in English. */
  why?: string
}

/** By the step that it is told of: `comment`, `captions_0`, `part_2_card`. */
const steps: readonly (readonly [RegExp, keyof typeof words.behind.failed])[] = [
  [/card$/, 'card'],
  [/^comment/, 'comment'],
  [/^captions/, 'captions'],
  [/^thumbnail$/, 'thumbnail'],
  [/^playlist$/, 'playlist'],
  [/^check$/, 'check'],
]

/** The service's own words for what nobody could say. */
const UNKNOWN = 'Its outcome is not known.'

export function behindOf(warning: string): Behind {
  const { behind } = words
  const [, step = '', said = ''] = /^([a-z0-9_]+): (.+)$/s.exec(warning) ?? []
  // The places are what is to be looked at; the rest of it is the sentence.
  const [, where = ''] = /\((.+)\)/s.exec(said) ?? []
  if (step === 'maybe_twice') return { text: behind.twice(where) }
  if (step === 'maybe_another') return { text: behind.another(where) }
  const found = steps.find(([name]) => name.test(step))
  if (!found) return { text: behind.other, why: warning }
  return said === UNKNOWN
    ? { text: behind.unknown[found[1]] }
    : { text: behind.failed[found[1]], why: said }
}
