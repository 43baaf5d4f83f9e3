/** What a connector reports of a look, with its words graded against ours: what the judge reads. Pure. */
import type { Ours, Sight } from '#platforms/evidence.ts'
import type { Seen } from './evidence.ts'
import { type Grade, gradeWords, isBeginning, isRenamed, normalise } from './words.ts'

/** Anything that a platform may take for an address and make a card of; to see one too many is harmless. */
const LINK = /[\p{L}\p{N}]\.\p{L}{2,}/u

export function seenOf(sights: readonly Sight[], ours: Ours): Seen[] {
  return sights.map(({ shown, ...sight }) => {
    const words = gradeOf({ ...sight, shown }, ours)
    const begins = beginsOurs(words, shown, ours)
    return { ...sight, words, ...(begins && { begins }), wordless: isWordless(shown.text) }
  })
}

/** Of what our account said below the very post that ours replies to, even `2/5` tells which it is. */
export function gradeOf(
  {
    shown,
    role,
    parent,
    author,
  }: Pick<Sight, 'shown' | 'role' | 'parent'> & { author?: Sight['author'] },
  ours: Ours,
) {
  const placed = parent !== null && parent === ours.parent && role === ours.role && author === 'us'
  return gradeWords({ text: ours.text, link: ours.link }, shown, { placed })
}

export function beginsOurs(words: Grade, { text }: Pick<Sight['shown'], 'text'>, ours: Ours) {
  return words === 'maybe' && (isBeginning(ours.text, text) || isRenamed(ours.text, text))
}

export function isWordless(text: string) {
  return normalise(text) === ''
}

/** What the judge has to know of what was sent. */
export function oursOf({ role, parent, media, has_media, text, link }: Ours) {
  return {
    role,
    parent,
    media,
    has_media,
    has_link: link !== undefined || LINK.test(text),
    wordy: text.trim() !== '',
  }
}
