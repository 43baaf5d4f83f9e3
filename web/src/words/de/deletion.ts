/** German: the end of a workspace, and of a person. */
import type { words as en } from '../en/deletion.ts'
import { plural } from '../format.ts'

export const words: typeof en = {
  what: 'was gelöscht würde',
  password: 'Ihr Passwort',
  code: 'Code der App',
  fresh: 'Sie haben kein Passwort: Das geht innerhalb von 15 Minuten nach der Anmeldung.',
  workspace: {
    title: 'Diesen Arbeitsbereich löschen',
    lead: 'Alles darin wird gelöscht: Beiträge, Dateien, Konten, Mitglieder. Eine Woche lang lässt es sich zurücknehmen.',
    first:
      'Mit diesem Arbeitsbereich hat dieser Crier begonnen: Seine Eigentümer stellen ein, was für alle gilt. Er wird nicht gelöscht.',
    open: 'Diesen Arbeitsbereich löschen …',
    at_once:
      'Sofort wird nichts mehr veröffentlicht, und Schlüssel, verbundene Apps, Einladungen, Webhooks und Kalenderadressen enden endgültig.',
    after: (days) =>
      `Nach ${plural(days, { one: 'Tag', other: 'Tagen' })} wird alles gelöscht. Bis dahin kann ein Eigentümer es zurücknehmen.`,
    not_out: (n) =>
      `${plural(n, { one: 'Beitrag ist', other: 'Beiträge sind' })} geplant und wird nicht veröffentlicht.`,
    under_way: (n) =>
      `${plural(n, { one: 'Beitrag ist', other: 'Beiträge sind' })} in diesem Moment unterwegs und wird zu Ende gebracht.`,
    out: (n) =>
      `${plural(n, { one: 'Beitrag ist', other: 'Beiträge sind' })} veröffentlicht. Was draußen ist, bleibt draußen: Nehmen Sie es vorher herunter, wenn es verschwinden soll.`,
    unknown: (n) =>
      `Von ${plural(n, { one: 'Beitrag', other: 'Beiträgen' })} weiß niemand, ob sie draußen sind.`,
    accounts: (n) => `${plural(n, { one: 'Konto wird', other: 'Konten werden' })} getrennt.`,
    name: (name) => `Geben Sie den Namen des Arbeitsbereichs ein: ${name}`,
    act: 'Diesen Arbeitsbereich löschen',
    asked: 'Der Arbeitsbereich wird gelöscht',
    ends: 'Alles in diesem Arbeitsbereich wird nach {time} gelöscht. Bis dahin lässt er sich nur ansehen.',
    back: 'Zurücknehmen',
    kept: 'Der Arbeitsbereich bleibt. Das Veröffentlichen ist angehalten, bis es jemand fortsetzt.',
  },
  take: {
    title: 'Meine Daten',
    lead: 'Alles, was über Sie gespeichert ist, in einer Datei: Profil, Mitgliedschaften, Sitzungen, Apps, Mitteilungen und was Sie getan haben.',
    act: 'Meine Daten herunterladen',
    all: 'Alles mitnehmen',
    allLead:
      'Eine Datei mit Beiträgen, Dateien, Zahlen, Konten, Serien und Mitgliedern dieses Arbeitsbereichs. Schlüssel und Zugänge stehen nicht darin.',
    allAct: 'Diesen Arbeitsbereich herunterladen (.zip)',
  },
  person: {
    title: 'Mein Konto löschen',
    lead: 'Alles, womit Sie sich anmelden, wird sofort und endgültig gelöscht. Was Sie in fremden Arbeitsbereichen geschrieben haben, bleibt, ohne Ihren Namen.',
    open: 'Mein Konto löschen …',
    goes: 'Sitzungen, Passkeys, der zweite Faktor, verbundene Apps, Ihre Schlüssel, Mitteilungen und Angefangenes werden sofort gelöscht. Niemand kann das zurückholen.',
    owned:
      'Sie sind der einzige Eigentümer dieser Arbeitsbereiche. Machen Sie jeweils jemand anderen zum Eigentümer, oder löschen Sie sie:',
    members: 'andere gehören dazu',
    alone: 'niemand sonst gehört dazu',
    first:
      'dieser Crier hat damit begonnen, darum wird er nicht gelöscht: Laden Sie einen weiteren Eigentümer ein',
    ending: 'er wird gelöscht, und andere gehören dazu',
    look: 'Mitglieder',
    settings: 'Löschen',
    email: (email) => `Geben Sie Ihre Adresse ein: ${email}`,
    act: 'Mein Konto endgültig löschen',
  },
}
