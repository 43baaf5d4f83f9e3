/** German: setting up platforms, and how the instance stands. */
import type { Steps, words as en } from '../en/set-up.ts'

export const steps: Readonly<Record<string, Steps>> = {
  facebook: {
    place: 'developers.facebook.com',
    first: [
      'Wählen Sie „My Apps“, „Create App“ und den Typ „Business“.',
      'Fügen Sie das Produkt „Facebook Login“ hinzu.',
    ],
    paste:
      'Tragen Sie in „Facebook Login“, „Settings“ diese Adresse unter „Valid OAuth Redirect URIs“ ein.',
    there: 'Kennung und Geheimnis stehen in „App settings“, „Basic“.',
  },
  google_business: {
    place: 'console.cloud.google.com',
    first: [
      'Beantragen Sie den Zugang zu den Business-Profile-APIs und warten Sie auf die Zusage.',
      'Aktivieren Sie in einem Projekt „My Business Account Management“, „Business Information“ und „Google My Business“.',
      'Veröffentlichen Sie den Zustimmungsbildschirm mit dem Bereich business.manage.',
    ],
    paste:
      'Legen Sie unter „Anmeldedaten“ eine OAuth-Client-ID an, „Webanwendung“, mit dieser Adresse als Weiterleitungs-URI.',
    there: 'Kennung und Geheimnis werden beim Anlegen gezeigt.',
  },
  instagram: {
    place: 'developers.facebook.com',
    first: [
      'Wählen Sie „My Apps“, „Create App“ und den Typ „Business“.',
      'Fügen Sie das Produkt „Instagram“ hinzu und öffnen Sie „API setup with Instagram login“.',
    ],
    paste: 'Tragen Sie in „Business login settings“ diese Adresse als Weiterleitung ein.',
    there:
      'Nehmen Sie „Instagram app ID“ und „Instagram app secret“ von dieser Seite, nicht die aus den Grundeinstellungen der App.',
  },
  linkedin: {
    place: 'developer.linkedin.com',
    first: [
      'Legen Sie eine App an; sie gehört zu einer Unternehmensseite, die Sie bestätigen.',
      'Fügen Sie die Produkte „Sign In with LinkedIn using OpenID Connect“ und „Share on LinkedIn“ hinzu.',
    ],
    paste: 'Tragen Sie in „Auth“, „OAuth 2.0 settings“ diese Adresse als Weiterleitung ein.',
    there: 'Kennung und Geheimnis stehen in „Auth“, darüber.',
  },
  pinterest: {
    place: 'developers.pinterest.com',
    first: [
      'Machen Sie aus dem Pinterest-Konto ein Unternehmenskonto.',
      'Wählen Sie „My apps“, „Connect app“ und warten Sie die kurze Prüfung ab.',
    ],
    paste: 'Tragen Sie in der App, „Configure“, diese Adresse unter „Redirect URIs“ ein.',
    there: '„App ID“ und „App secret key“ stehen auf derselben Seite.',
  },
  threads: {
    place: 'developers.facebook.com',
    first: ['Wählen Sie „My Apps“, „Create App“ und den Fall „Access the Threads API“.'],
    paste:
      'Tragen Sie in „Customize“, „Settings“ diese Adresse als „Redirect callback URL“ ein. Auch die beiden für Entfernen und Löschen sind Pflicht.',
    there:
      'Nehmen Sie „Threads app ID“ und „Threads app secret“ von dieser Seite, nicht die der App selbst.',
  },
  tiktok: {
    place: 'developers.tiktok.com',
    first: [
      'Legen Sie eine App mit den Produkten „Login Kit“ und „Content Posting API“ an, und schalten Sie „Direct Post“ ein.',
      'Fügen Sie die Bereiche user.info.basic, user.info.profile, video.publish und video.list hinzu.',
    ],
    paste:
      'Tragen Sie in „Login Kit“ diese Adresse als „Redirect URI“ ein. TikTok nimmt nur https.',
    there: 'Der „Client key“ ist die Kennung; das „Client secret“ steht darunter.',
  },
  x: {
    place: 'developer.x.com',
    first: [
      'Legen Sie ein Entwicklerkonto mit Guthaben an, und darin ein Projekt mit einer App.',
      'Wählen Sie in „User authentication settings“ „Web App“ und „Read and write“.',
    ],
    paste: 'Tragen Sie diese Adresse als „Callback“ ein, Zeichen für Zeichen.',
    there: 'Nehmen Sie „OAuth 2.0 Client ID“ und „Client Secret“, nicht den „API Key“.',
  },
  youtube: {
    place: 'console.cloud.google.com',
    first: [
      'Aktivieren Sie in einem Projekt die „YouTube Data API v3“.',
      'Veröffentlichen Sie den Zustimmungsbildschirm mit den Bereichen youtube.upload, youtube.readonly und youtube.force-ssl.',
    ],
    paste:
      'Legen Sie unter „Anmeldedaten“ eine OAuth-Client-ID an, „Webanwendung“, mit dieser Adresse als Weiterleitungs-URI.',
    there: 'Kennung und Geheimnis werden beim Anlegen gezeigt.',
  },
}

export const words: typeof en = {
  title: (name) => `${name} einrichten`,
  lead: (name) =>
    `Einmal für dieses ganze Crier: eine eigene App bei ${name}, über die Menschen ihre Konten verbinden.`,
  back: 'Alle Plattformen',
  what: 'die Einrichtung dieser Installation',
  none: 'Hier ist nichts einzurichten',
  noneText: 'Diese Plattform braucht keine App, oder es gibt keine dieses Namens.',
  others:
    'Plattformen richten die Inhaber des Arbeitsbereichs ein, mit dem dieses Crier begonnen hat. Fragen Sie einen von ihnen.',
  local:
    'Dieses Crier hat keine öffentliche https-Adresse (BASE_URL). Manche Plattformen nehmen ohne sie keine Rückadresse an.',
  environment: (variable) =>
    `${variable} ist dort gesetzt, wo Crier gestartet wird, und geht dem vor, was hier steht. Ändern Sie es dort.`,
  go: 'Melden Sie sich bei {place} an.',
  callback: 'Rückadresse',
  drawing: 'Wohin die Adresse gehört',
  id: 'Kennung (Client ID)',
  secret: 'Geheimnis (Client Secret)',
  secretKept: 'Es ist eines da. Es wird nicht mehr gezeigt; leer lassen behält es.',
  secretHint: 'Wird versiegelt und nie wieder gezeigt.',
  save: 'Speichern',
  saved: (name) => `${name} ist eingerichtet und kann jetzt verbunden werden.`,
  test: 'Prüfen',
  connect: 'Konto verbinden',
  remove: 'Diese App entfernen',
  removeTitle: (name) => `App von ${name} entfernen?`,
  removeText:
    'Verbundene Konten lassen sich ohne sie nicht erneuern und wollen dann neu verbunden werden.',
  removed: (name) => `${name} ist nicht mehr eingerichtet`,
  verdicts: {
    good: (name) =>
      `${name} nimmt Kennung und Geheimnis an. Ob die Rückadresse eingetragen ist, prüft es erst beim Verbinden.`,
    id: (name) => `${name} kennt keine App mit dieser Kennung. Kopieren Sie sie noch einmal ganz.`,
    secret: (name) =>
      `${name} kennt die Kennung, aber das Geheimnis stimmt nicht. Kopieren Sie es noch einmal, oder erzeugen Sie dort ein neues.`,
    app: (name) =>
      `${name} nimmt Kennung und Geheimnis nicht an und sagt nicht, welches von beiden falsch ist.`,
    callback: (name) =>
      `Die Rückadresse ist bei ${name} nicht eingetragen. Tragen Sie sie dort Zeichen für Zeichen ein.`,
    unreachable: (name) => `${name} hat nicht geantwortet. Versuchen Sie es gleich noch einmal.`,
    unclear: (name) => `${name} hat weder ja noch nein gesagt.`,
  },
  theirWords: 'Im Wortlaut: {words}',
  instance: {
    title: 'Dieses Crier',
    lead: 'Was für alle Arbeitsbereiche gilt. Für Inhaber des Arbeitsbereichs, mit dem es begonnen hat.',
    platforms: 'Plattformen',
    platformsLead: 'Die Apps dieses Crier, über die Menschen Konten verbinden.',
    stored: 'Hier eingerichtet',
    fromEnvironment: 'Beim Start eingerichtet',
    missing: 'Nicht eingerichtet',
    change: (name) => `${name} ändern`,
    doctor: 'Untersuchung',
    doctorLead:
      'Crier spielt ein Programm, das seine eigene öffentliche Adresse aufruft, und nennt, was nicht geht. Das dauert einige Sekunden.',
    examine: 'Untersuchen',
    healthy: (address) => `Unter ${address} geht alles.`,
    broken: (address) => `Unter ${address} geht etwas nicht:`,
    all: 'Alle Schritte',
    works: 'geht',
    isBroken: 'geht nicht',
    skipped: 'ausgelassen',
    warnings: 'Gut zu wissen',
  },
}
