/** Emoji by their names, for a “:” and two letters. All of them come when the first is looked for, and stay. */
import { useEffect, useState } from 'react'
import { language } from '../../words/language.ts'
import { words } from '../../words/mentions.ts'
import { emojiBy } from '../../writing/emoji.ts'
import { MOST, Offered, type Offering } from './offered.tsx'

const names = {
  en: () => import('../../writing/emoji/en.json'),
  de: () => import('../../writing/emoji/de.json'),
}
let known: readonly string[] = []

export function Emoji(offering: Offering) {
  const [all, setAll] = useState(known)
  useEffect(() => {
    if (known.length) return
    // Without them, as without a connection, a colon is a character like others.
    names[language]().then(
      ({ default: lines }) => {
        known = lines
        setAll(lines)
      },
      () => undefined,
    )
  }, [])
  return (
    <Offered
      title={words.emoji}
      found={words.emojiFound}
      offering={offering}
      offers={emojiBy(all, offering.sought.words, MOST).map(({ emoji, name }) => ({
        key: emoji,
        body: (
          <>
            <span aria-hidden="true" className="text-xl leading-none">
              {emoji}
            </span>
            <span className="min-w-0 flex-1 truncate">{name}</span>
          </>
        ),
        taken: { text: emoji, ends: false },
      }))}
    />
  )
}
