/** German: whom a text may mention, and what else is offered while it is written. */
import { plural } from '../format.ts'
import type { words as en } from '../en/mentions.ts'

export const words: typeof en = {
  title: 'Wen Sie erwähnen können',
  found: (n) =>
    `${plural(n, { one: 'Treffer', other: 'Treffer' })}. Pfeiltasten wählen, Eingabe übernimmt, Escape schließt.`,
  tags: 'Schlagwörter von früher',
  tagsFound: (n) =>
    `${plural(n, { one: 'Schlagwort', other: 'Schlagwörter' })} gefunden. Pfeiltasten wählen, Eingabe übernimmt, Escape schließt.`,
  emoji: 'Emoji',
  emojiFound: (n) => `${n} Emoji gefunden. Pfeiltasten wählen, Eingabe übernimmt, Escape schließt.`,
}
