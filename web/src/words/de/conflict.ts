/** German: a post that two people changed. */
import type { words as en } from '../en/conflict.ts'

export const words: typeof en = {
  title: 'Jemand anderes hat diesen Beitrag geändert',
  lead: 'Wählen Sie für jedes, was daraus wird. Was nur einer von beiden geändert hat, bleibt erhalten.',
  merged:
    'Sie haben Verschiedenes geändert: Beides bleibt. Sehen Sie es durch, und speichern Sie noch einmal.',
  theirs: 'Die andere',
  yours: 'Ihre',
  which: (field) => `${field}: welche Fassung`,
  goOn: 'Dies nehmen und noch einmal speichern',
  nothing: 'Nichts',
  fields: {
    text: 'Text',
    variants: 'Fassungen',
    parts: 'Thread',
    thread_as: 'Wo es keine Threads gibt',
    split: 'Was zu lang ist',
    first_comment: 'Erster Kommentar',
    account_ids: 'Konten',
    files: 'Dateien',
    options: 'Optionen',
    when: 'Wann',
  },
}
