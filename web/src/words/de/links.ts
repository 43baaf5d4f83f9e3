/** German: parameters on links, and calendars by their address. */
import type { words as en } from '../en/links.ts'
import { plural } from '../format.ts'

export const words: typeof en = {
  utm: {
    title: 'Parameter an Links',
    lead: 'Werden an jeden Link eines Beitrags gesetzt, wenn er geschrieben wird, damit sich Besuche zählen lassen. Was vorher geschrieben wurde, geht hinaus, wie es ist.',
    what: 'die Parameter',
    none: 'Links gehen hinaus, wie sie geschrieben sind.',
    all: 'Für alle Beiträge',
    ofLabel: (label) =>
      label ? `Für Beiträge mit dem Etikett ${label}` : 'Für Beiträge mit einem Etikett',
    addAll: 'Parameter für alle Beiträge',
    addLabel: 'Parameter für ein Etikett',
    label: 'Etikett',
    placeholders:
      '{platform}, {account}, {post_id} und {label} werden ausgefüllt. Ein Link behält, was er schon hat.',
    more: 'Andere',
    moreHint: 'Einer je Zeile, als Name=Wert.',
    hosts: 'Nur Links dieser Hosts',
    hostsHint: 'Etwa example.com, mit allem darunter. Ohne einen: alle Links.',
    example: 'Zum Beispiel:',
    remove: (title) => `Entfernen: ${title}`,
    saved: 'Gespeichert. Es gilt für alles, was von jetzt an geschrieben wird.',
  },
  calendars: {
    title: 'Im eigenen Kalender',
    lead: 'Eine Adresse, die Kalenderprogramme abonnieren: was geplant ist, und was hinausging.',
    what: 'die Kalender',
    none: 'Es gibt noch keine Adresse.',
    add: 'Neue Kalenderadresse',
    make: 'Adresse anlegen',
    nameHint: 'Wer damit liest, etwa das Team.',
    withText: 'Mit den Texten der Beiträge',
    withTextHint: 'Ohne sie stehen nur Konten und Zeiten darin.',
    which: 'Welche Konten',
    whichHint: 'Ohne Auswahl alle.',
    ready: 'Die Adresse ist fertig',
    once: 'Wer sie hat, liest mit. Sie wird nur dieses eine Mal gezeigt.',
    address: 'Kalenderadresse',
    keptIt: 'Ich habe sie aufbewahrt',
    texts: 'Mit Texten',
    timesOnly: 'Nur Konten und Zeiten',
    allAccounts: 'alle Konten',
    accounts: (n) => plural(n, { one: 'Konto', other: 'Konten' }),
    since: 'angelegt {time}',
    end: 'Widerrufen',
    endNamed: (name) => `${name} widerrufen`,
    endTitle: (name) => `${name} widerrufen?`,
    endText:
      'Mit dieser Adresse liest dann niemand mehr. Programme, die sie abonniert haben, finden dort nichts.',
    ended: (name) => `${name} ist widerrufen`,
  },
}
