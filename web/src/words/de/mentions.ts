/** German: whom a text may mention. */
import { plural } from '../format.ts'
import type { words as en } from '../en/mentions.ts'

export const words: typeof en = {
  title: 'Wen Sie erwähnen können',
  found: (n) =>
    `${plural(n, { one: 'Treffer', other: 'Treffer' })}. Pfeiltasten wählen, Eingabe übernimmt, Escape schließt.`,
}
