/** German: posts from tables. */
import type { words as en } from '../en/import.ts'
import { plural } from '../format.ts'

export const words: typeof en = {
  import: {
    title: 'Beiträge importieren',
    lead: 'Aus einer Tabelle, wie Tabellenprogramme sie speichern: eine Zeile je Beitrag. Nichts entsteht, bevor Sie gesehen haben, was daraus wird.',
    viewer:
      'Wer nur lesen darf, schreibt keine Beiträge. Fragen Sie jemanden, der den Arbeitsbereich besitzt oder bearbeitet.',
    file: 'Tabelle (CSV)',
    fileHint:
      'UTF-8, bis zu 500 Zeilen; die erste hat die Namen der Spalten. Ohne Zeit wird aus einer Zeile ein Entwurf.',
    tooLarge: 'Die Datei hat mehr als 5 MB: Teilen Sie sie.',
    noTable:
      'In dieser Datei ist keine Tabelle: Sie braucht eine Zeile mit Namen und eine Zeile je Beitrag.',
    columns: 'Was die Spalten sind',
    columnsLead: (n) => `${plural(n, { one: 'Zeile', other: 'Zeilen' })} unter den Namen.`,
    unnamed: (n) => `Spalte ${n}`,
    isWhat: (name) => `Was ${name} ist`,
    leaveOut: 'Weglassen',
    emptyColumn: 'Nichts darin',
    needsText: 'Sagen Sie, in welcher Spalte der Text steht.',
    needsAccounts: 'Wählen Sie Konten, oder sagen Sie, in welcher Spalte sie stehen.',
    look: 'Ansehen, was daraus wird',
    wouldBe: 'Was daraus wird',
    wouldBeLead: 'Noch ist nichts entstanden.',
    fine: (n) => `${plural(n, { one: 'Zeile ist in Ordnung.', other: 'Zeilen sind in Ordnung.' })}`,
    wrong: (n) => `${plural(n, { one: 'Zeile ist es nicht.', other: 'Zeilen sind es nicht.' })}`,
    rows: 'Zeilen',
    row: (n) => `Zeile ${n}`,
    existed: 'Ist schon da',
    make: (n) => `${plural(n, { one: 'Beitrag', other: 'Beiträge' })} anlegen`,
    makeGood: (n) =>
      `${plural(n, { one: 'Beitrag', other: 'Beiträge' })} anlegen, ohne die übrigen Zeilen`,
    made: (n) => `${plural(n, { one: 'Beitrag ist angelegt.', other: 'Beiträge sind angelegt.' })}`,
    seePosts: 'Die Beiträge ansehen',
    another: 'Noch eine Tabelle',
    accounts: 'Wohin die Beiträge gehen',
    accountsLead: 'Die Tabelle sagt es nicht, also gehen alle an diese.',
    dates: (example) => `${example} ist`,
    daysFirst: 'erst der Tag, dann der Monat',
    monthsFirst: 'erst der Monat, dann der Tag',
    fetching: (done, of) =>
      `${done} von ${plural(of, { one: 'Datei', other: 'Dateien' })} geholt …`,
    filesHint: 'Dateien werden in die Mediathek geholt, sobald Sie sich ansehen, was daraus wird.',
    notFetched: (n) =>
      `${plural(n, { one: 'Datei ließ', other: 'Dateien ließen' })} sich nicht holen:`,
    fields: {
      content: 'Text',
      social_account_ids: 'Konten',
      account_set_ids: 'Kontogruppen',
      queue: 'Warteschlange',
      when: 'Wann (next_slot, now)',
      scheduled_at: 'Zeit',
      timezone: 'Zeitzone',
      media_ids: 'Dateien, nach ihren Nummern',
      media_urls: 'Bilder und Videos, nach ihren Adressen',
      link: 'Link, unter dem Text',
      first_comment: 'Erster Kommentar',
      labels: 'Etiketten',
      external_id: 'Eigene Kennung',
      note: 'Notiz',
      thread_as: 'Wo es keine Threads gibt',
      split: 'Was zu lang ist',
      in_doubt: 'Wenn eine Antwort verloren geht',
      allow_duplicate: 'Derselbe Text noch einmal',
      metadata: 'Metadaten (JSON)',
      platform_content: 'Fassungen (JSON)',
      platform_options: 'Optionen (JSON)',
      thread: 'Thread (JSON)',
    },
  },
}
