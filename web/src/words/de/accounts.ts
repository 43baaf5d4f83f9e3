/** German: accounts and connecting them. */
import type { words as en } from '../en/accounts.ts'
import { plural } from '../format.ts'

export const words: typeof en = {
  row: {
    healthy: 'Funktioniert',
    expiring: 'Läuft bald ab',
    needsReconnect: 'Neu verbinden',
    disabled: 'Abgeschaltet',
    disconnected: (username) => `${username} ist getrennt`,
    about: '{platform} {kind} · {username} · verbunden {time}',
    reconnect: (username) => `${username} neu verbinden`,
    disconnect: (username) => `${username} trennen`,
    disconnectTitle: (username) => `${username} trennen?`,
    disconnectText: (name, platform) =>
      `Crier verliert den Zugriff auf ${name} bei ${platform}. Was dort geplant ist, wartet zu seiner Zeit auf eine Entscheidung; was veröffentlicht ist, bleibt.`,
  },
  list: {
    lead: 'Wo Sie veröffentlichen, und ob es funktioniert.',
    noneOffered:
      'Die Plattform hat kein Konto angeboten. Melden Sie sich dort als jemand an, der eines hat, und verbinden Sie noch einmal.',
    what: 'die Konten',
    none: 'Noch ist kein Konto verbunden',
    noneText:
      'Verbinden Sie das erste, und Sie können dort veröffentlichen: von hier aus, über die API oder mit Ihrem Assistenten.',
    arrived: (list) => `Verbunden: ${list}. Sie können dort jetzt veröffentlichen.`,
  },
  choice: {
    inSandbox: (name) => `${name} in der Sandbox`,
    connectTo: (whole) => `${whole} verbinden`,
    connect: 'Verbinden',
    hintLabel: (label, whole) => `${label} bei ${whole} (freiwillig)`,
    withPassword: 'Oder mit einem App-Passwort anmelden',
    signInTo: (whole) => `Bei ${whole} anmelden`,
  },
  connect: {
    chooseYours: 'Wählen Sie Ihre Konten',
    lead: 'Sie gehen zur Plattform, erlauben Crier, für Sie zu veröffentlichen, und kommen hierher zurück.',
    chooseLead: 'Die Plattform bietet diese an. Verbinden Sie die, auf denen Sie veröffentlichen.',
    allPlatforms: 'Alle Plattformen',
    allAccounts: 'Alle Konten',
    viewer:
      'Wer nur lesen darf, verbindet keine Konten. Fragen Sie jemanden, der den Arbeitsbereich besitzt oder bearbeitet.',
    what: 'die Plattformen',
    none: 'Hier ist keine Plattform eingerichtet',
    noneText:
      'Wer diese Installation betreibt, hinterlegt Client-ID und Geheimnis einer Plattform oder startet sie mit eingeschalteter Sandbox.',
    platforms: 'Plattformen',
    platformsLead: 'Was Sie dort veröffentlichen, ist öffentlich.',
    sandboxLead:
      'Nachbildungen zum Ausprobieren: Sie verhalten sich wie die Plattformen, und niemand sonst sieht es.',
  },
  notSetUp: {
    title: 'Nicht eingerichtet',
    lead: 'Wer diese Installation betreibt, meldet bei der Plattform eine App an und hinterlegt, was hier genannt ist.',
    missing: 'Es fehlt:',
    asks: (name) => `Was ${name} zuerst verlangt`,
  },
  offered: {
    what: 'das Angebot der Plattform',
    already: ' · schon verbunden',
    ends: 'Diese Auswahl gilt nur noch kurz: Ihr Ende ist {time}.',
    connectOne: 'Ein Konto verbinden',
    connectMany: (n) => `${plural(n, { one: 'Konto', other: 'Konten' })} verbinden`,
    again: 'Von vorn beginnen',
  },
}
