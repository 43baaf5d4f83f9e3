/** German: where everything is found. */
import { plural } from '../format.ts'
import type { words as en } from '../en/palette.ts'

export const words: typeof en = {
  title: 'Hingehen, tun oder finden',
  field: 'Raum, Befehl, Beitrag, Konto, Etikett oder Datei',
  groups: {
    commands: 'Befehle',
    rooms: 'Räume',
    accounts: 'Konten',
    labels: 'Etiketten',
    posts: 'Beiträge',
    files: 'Dateien',
  },
  commands: {
    post: 'Neuer Beitrag',
    series: 'Neue Serie',
    import: 'Beiträge aus einer Tabelle einlesen',
    pause: 'Veröffentlichen anhalten',
    resume: 'Veröffentlichen fortsetzen',
  },
  posts: (n) => plural(n, { one: 'Beitrag', other: 'Beiträge' }),
  found: (n) =>
    `${plural(n, { one: 'Eintrag', other: 'Einträge' })}. Pfeiltasten wählen, Eingabe führt hin.`,
  searching: 'Wird gesucht …',
  none: 'Nichts heißt so.',
  lost: 'Beiträge und Dateien ließen sich nicht durchsuchen. Was hier steht, führt trotzdem weiter.',
}
