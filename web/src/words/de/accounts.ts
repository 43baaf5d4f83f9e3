/** German: accounts and connecting them. */
import type { words as en } from '../en/accounts.ts'
import { form, plural } from '../format.ts'

export const words: typeof en = {
  row: {
    healthy: 'Funktioniert',
    expiring: 'Läuft bald ab',
    needsReconnect: 'Neu verbinden',
    disabled: 'Abgeschaltet',
    disconnected: (username) => `${username} ist getrennt`,
    kinds: {
      profile: 'Profil',
      page: 'Seite',
      channel: 'Kanal',
      board: 'Pinnwand',
      business: 'Unternehmenskonto',
      location: 'Standort',
    },
    about: '{platform}-{kind} · {username} · verbunden {time}',
    aboutUnnamed: '{platform}-{kind} · verbunden {time}',
    reconnect: (username, platform) => `${username} auf ${platform} neu verbinden`,
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
    hint: (text) => hints[text] ?? text,
    hintLabel: (label, whole) => `${label} bei ${whole} (freiwillig)`,
    withPassword: 'Oder mit einem App-Passwort anmelden',
    signInTo: (whole) => `Bei ${whole} anmelden`,
  },
  connect: {
    again: (account, platform) => `${account} auf ${platform} neu verbinden`,
    againLead: (account) =>
      `Sie gehen zur Plattform, melden sich dort als ${account} an, erlauben Crier zu veröffentlichen, und kommen hierher zurück. Was auf das Konto wartet, geht dann hinaus.`,
    chooseYours: 'Wählen Sie Ihre Konten',
    lead: 'Sie gehen zur Plattform, erlauben Crier, für Sie zu veröffentlichen, und kommen hierher zurück.',
    chooseLead: 'Die Plattform bietet diese an. Verbinden Sie die, auf denen Sie veröffentlichen.',
    allPlatforms: 'Alle Plattformen',
    allAccounts: 'Alle Konten',
    viewer: 'Konten verbinden Eigentum und Redaktion. Fragen Sie dort.',
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
    ownLead:
      'Sie betreiben diese Installation: Jede braucht eine App bei der Plattform, einmal angelegt.',
    setUp: (name) => `${name} einrichten`,
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
  pausing: {
    all: 'Nichts Geplantes geht hinaus.',
    counts: (n, late) =>
      `${plural(n, { one: 'Beitrag wartet', other: 'Beiträge warten' })}, davon ${late} über ihre Zeit.`,
    underWay: (n) =>
      `${plural(n, { one: 'Beitrag war', other: 'Beiträge waren' })} schon unterwegs; das läuft weiter.`,
    pauseAll: 'Alles anhalten',
    pauseAllText:
      'Nichts Geplantes geht hinaus, auf keinem Konto, bis jemand es fortsetzt. Beiträge lassen sich weiter schreiben und planen. Was gerade gesendet wird, läuft weiter.',
    pauseOne: (name) => `${name} anhalten`,
    pauseOneText:
      'Auf diesem Konto geht nichts hinaus, bis jemand es fortsetzt. Andere Konten derselben Beiträge laufen weiter.',
    why: 'Warum (freiwillig)',
    whyHint: 'Steht bei jedem Beitrag, der wartet.',
    paused: (n) => `Angehalten: ${plural(n, { one: 'Beitrag wartet', other: 'Beiträge warten' })}`,
    resumeAll: 'Alles fortsetzen',
    resumeOne: (name) => `${name} fortsetzen`,
    resumed: (out, moved) =>
      out + moved === 0
        ? 'Es geht weiter'
        : `Es geht weiter. Jetzt gesendet: ${out}. Verschoben oder Entwurf: ${moved}.`,
    noneLate: 'Kein Beitrag ist über seine Zeit: Alles geht hinaus wie geplant.',
    late: (n) =>
      form(n, {
        one: 'Ein Beitrag ist über seine Zeit. Was wird daraus?',
        other: `${n} Beiträge sind über ihre Zeit. Was wird daraus?`,
      }),
    lateSome: 'Einige Beiträge sind über ihre Zeit. Was wird daraus?',
    ways: {
      publish: 'Jetzt senden',
      next_slot: 'Auf die nächsten freien Termine verschieben',
      draft: 'Zu Entwürfen machen',
    },
    waysHint: {
      publish: 'Alle auf einmal, in der Reihenfolge ihrer Zeiten.',
      next_slot: 'Nach dem Zeitplan, in der Reihenfolge ihrer Zeiten.',
      draft: 'Sie kommen aus dem Plan, und nichts davon geht verloren.',
    },
    accountSince: 'Angehalten seit {time}.',
  },
  sets: {
    title: 'Kontogruppen',
    lead: 'Ein Name für Konten, auf denen Sie oft zusammen veröffentlichen. Ein Beitrag behält seine Konten, wenn sich die Gruppe ändert.',
    what: 'die Kontogruppen',
    add: 'Neue Gruppe',
    none: 'Noch keine Gruppen',
    noneText:
      'Geben Sie den Konten einer Marke oder eines Landes einen Namen, und wählen Sie beim Schreiben alle auf einmal.',
    count: (n) => plural(n, { one: 'Konto', other: 'Konten' }),
    accountsOf: (name) => `Konten von ${name}`,
    changeNamed: (name) => `${name} ändern`,
    removeNamed: (name) => `${name} löschen`,
    removeTitle: (name) => `${name} löschen?`,
    removeText: 'Ihre Konten und alle Beiträge bleiben.',
    removed: (name) => `${name} ist gelöscht`,
    saved: (name) => `${name} ist gespeichert`,
  },
}

/** By what the manifest says: one that is new stands there as it has it. */
const hints: Readonly<Record<string, string>> = {
  'Such as ada.bsky.social. It says on which server the account is; without one, Bluesky’s own.':
    'Etwa ada.bsky.social. Er sagt, auf welchem Server das Konto ist; ohne ihn ist es der von Bluesky.',
}
