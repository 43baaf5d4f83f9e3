/** German: words that are used again and again. */
import type { words as en } from '../en/snippets.ts'

export const words: typeof en = {
  title: 'Bausteine',
  lead: 'Was Sie immer wieder schreiben, wird hier aufgehoben, für alle im Arbeitsbereich. Beim Schreiben wird es in einen Beitrag eingesetzt.',
  noneYet: 'Es gibt noch keinen Baustein',
  anyKind: 'Alle Arten',
  ownFor: (names) => `Eigene Worte für ${names}`,
  optionsFor: (names) => `Optionen für ${names}`,
  optionsHint:
    'Optionen der Plattformen werden beim Schreiben eines Beitrags gewählt, der dann als Vorlage gespeichert wird.',
  dropOptions: 'Ihre Optionen wegnehmen',
  onlyFor: (account) => `Worte nur für ${account}`,
  backToCommon: (account) => `${account}: wieder die gemeinsamen Worte`,
  addVersion: 'Andere Worte für ein Konto …',
  what: 'die Bausteine',
  search: 'Bausteine suchen',
  none: 'Es gibt noch keinen Baustein. Was Sie immer wieder schreiben, wird hier aufgehoben, für alle im Arbeitsbereich.',
  notFound: 'Kein Baustein heißt so.',
  kinds: {
    text: 'Text',
    hashtags: 'Hashtags',
    first_comment: 'Erster Kommentar',
    template: 'Vorlage',
  },
  taken: (name) => `${name} ist eingesetzt`,
  undo: 'Rückgängig',
  add: 'Neuer Baustein',
  keepThis: 'Diesen Beitrag als Vorlage speichern',
  keepThisText:
    'Seine Texte, Fassungen, den ersten Kommentar und die Optionen; ohne Konten, Dateien und Zeit.',
  make: 'Speichern',
  kind: 'Was es ist',
  content: 'Worte',
  tagsHint: 'Etwa #ernte #äpfel',
  change: 'Ändern',
  changeNamed: (name) => `${name} ändern`,
  again: 'Nehmen, was jetzt geschrieben ist',
  againHint:
    'Anstelle dessen, was die Vorlage hat: Texte, Fassungen, erster Kommentar und Optionen.',
  kept: (name) => `${name} ist gespeichert`,
  removeNamed: (name) => `${name} löschen`,
  removeTitle: (name) => `${name} löschen?`,
  removeText: 'Beiträge, die damit geschrieben wurden, bleiben, wie sie sind.',
  removed: (name) => `${name} ist gelöscht`,
}
