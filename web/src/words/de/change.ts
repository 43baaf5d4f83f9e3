/** German: changing what is out on a platform. */
import type { words as en } from '../en/change.ts'

export const words: typeof en = {
  open: 'Veröffentlichtes bearbeiten',
  openOn: (name) => `Bearbeiten, was auf ${name} veröffentlicht ist`,
  title: (name) => `Bearbeiten, was auf ${name} veröffentlicht ist`,
  lead: (name) =>
    `${name} zeigt den Beitrag als bearbeitet. Was hier geschrieben steht, bleibt, wie es war; Kopien werden davon gemacht.`,
  text: 'Text',
  textHint: 'Der ganze Text, wie er dort stehen soll.',
  also: 'Auch auf',
  alsoHint: 'Dort steht derselbe Text.',
  unchanged: 'Wie es ist',
  submit: (name) => `Auf ${name} ändern`,
  asked: 'Er wird geändert',
  states: {
    pending: 'Wartet darauf, geändert zu werden.',
    editing: 'Wird geändert.',
    edited: 'Geändert',
    failed: 'Nicht geändert.',
  },
  reads: 'Dort steht jetzt',
  wanted: 'Dort soll stehen',
  by: (name) => `Selbst auf ${name} ändern`,
  again: (name) => `Noch einmal versuchen, es auf ${name} zu ändern`,
}
