/** German: signing up and in. */
import type { words as en } from '../en/entry.ts'

export const words: typeof en = {
  again: {
    title: 'Ihre Sitzung ist abgelaufen',
    lead: 'Melden Sie sich an, um weiterzumachen. Nichts, was Sie geschrieben haben, geht verloren.',
    password: 'Passwort',
    submit: 'Anmelden und weitermachen',
    leave: 'Als jemand anderes anmelden',
    amIn: 'Ich bin wieder angemeldet',
    notYet: 'In diesem Browser noch nicht.',
  },
  code: {
    label: 'Code',
    hint: 'Die sechs Ziffern, die Ihre App gerade zeigt, oder einer Ihrer Wiederherstellungscodes.',
  },
  confirm: {
    title: 'Bestätigen Sie Ihre Adresse',
    lead: 'Ein Klick, und diese Adresse gehört Ihnen.',
    form: 'Bestätigen',
    submit: 'Meine Adresse bestätigen',
    toDashboard: 'Zu Crier',
  },
  forgot: {
    title: 'Passwort vergessen?',
    lead: 'Nennen Sie Ihre Adresse, und es kommt ein Link per E-Mail, mit dem Sie ein neues wählen.',
    form: 'Neues Passwort per E-Mail',
    send: 'Link senden',
    look: 'Sehen Sie in Ihre E-Mails',
    sent: (sent) => `Wenn ${sent} hier ein Konto hat, ist der Link unterwegs. `,
    back: 'Zurück zur Anmeldung',
  },
  invitation: {
    what: 'die Einladung',
    over: 'Diese Einladung lässt sich nicht öffnen',
    title: (name) => `${name} beitreten`,
    lead: (role, may) => `Ihre Rolle: ${role}. ${may}`,
    join: 'Beitreten',
    another: (email, email2) =>
      `Die Einladung gilt ${email}, und Sie sind als ${email2} angemeldet. Melden Sie sich zuerst ab.`,
    signInAs: (email) => `Als ${email} anmelden`,
    signUpAs: (email) => `Konto für ${email} anlegen`,
  },
  mailNote: {
    text: 'Solange kein Mailserver eingerichtet ist, liegen E-Mails im {link}.',
    link: 'Postfach der Sandbox',
  },
  passkey: {
    signIn: 'Mit einem Passkey anmelden',
    nothing:
      'Niemand wurde angemeldet: Es wurde abgebrochen, hat zu lange gedauert, oder hier ist kein Passkey.',
  },
  reset: {
    title: 'Wählen Sie ein neues Passwort',
    lead: 'Sie werden überall abgemeldet und melden sich mit dem neuen wieder an.',
    form: 'Passwort zurücksetzen',
    password: 'Neues Passwort',
    keepApps: 'Die Apps, die ich hereingelassen habe, bleiben verbunden',
    submit: 'Dieses Passwort verwenden',
    again: 'Einen neuen Link senden',
  },
  signIn: {
    changed: 'Ihr Passwort ist geändert. Melden Sie sich mit dem neuen an.',
    confirmed: 'Ihre Adresse ist bestätigt. Melden Sie sich an, um weiterzumachen.',
    alreadyTitle: 'Sie sind angemeldet',
    already: (name, email) => `Als ${name} (${email}).`,
    goOn: 'Weiter',
    forApp: 'Eine App bittet um Zugriff. Melden Sie sich an, um darüber zu entscheiden.',
    nobody: 'Hier hat sich noch niemand registriert. {link}.',
    becomeOwner: 'Machen Sie den Anfang',
    forgot: 'Passwort vergessen',
    signUp: 'Konto anlegen',
    by: (name) => `Mit ${name} anmelden`,
    or: 'oder',
    byLink: 'Dieser Link meldet Sie einmal an, ohne Passwort.',
    mailed:
      'Ein Link zum Bestätigen Ihrer Adresse ist unterwegs. Melden Sie sich danach noch einmal an.',
    problems: {
      denied: (name) => `${name} hat Sie nicht eingelassen, oder Sie haben abgebrochen.`,
      unavailable: (name) =>
        `${name} antwortet gerade nicht. Versuchen Sie es in einer Minute noch einmal.`,
      expired: () =>
        'Diese Anmeldung hat zu lange gedauert oder woanders begonnen. Versuchen Sie es noch einmal.',
      refused: (name) =>
        `Der Antwort von ${name} ist nicht zu trauen. Versuchen Sie es noch einmal; bleibt es dabei, steht der Grund im Protokoll dieser Installation.`,
      clock: (name) =>
        `Die Uhren von ${name} und dieser Installation gehen verschieden. Wer sie betreibt, muss sie richtig stellen.`,
      too_often: () =>
        'Das wurde zu oft versucht. Warten Sie eine Minute, und versuchen Sie es noch einmal.',
      broken: () => 'Bei uns ist etwas schiefgegangen. Versuchen Sie es noch einmal.',
      no_role: (name) =>
        `${name} gibt Ihnen hier keine Rolle. Fragen Sie, wer dort Ihr Konto betreut.`,
      no_address: (name) =>
        `${name} hat keine E-Mail-Adresse von Ihnen genannt; ein Konto braucht hier eine.`,
      unverified: (name) =>
        `${name} sagt nicht, dass Ihre E-Mail-Adresse Ihnen gehört; darum findet sich dazu hier kein Konto. Öffnen Sie den Link Ihrer Einladung, und machen Sie dort weiter; oder melden Sie sich an wie bisher, und verknüpfen Sie ${name} in den Einstellungen.`,
      other_link: (name) =>
        `Das Konto mit Ihrer Adresse gehört bei ${name} jemand anderem. Fragen Sie, wer diese Installation betreibt.`,
      closed: () =>
        'Sie haben hier kein Konto, und diese Installation nimmt niemanden mehr auf. Fragen Sie, wer sie betreibt.',
      invitation: () =>
        'Sie haben hier noch kein Konto. Bitten Sie ein Mitglied um eine Einladung.',
      first_owner: (name) =>
        `Hier ist noch niemand, und den Anfang macht, wer die Installation verwaltet: ${name} gibt Ihnen eine andere Rolle.`,
    },
  },
  signUp: {
    what: 'das Formular',
    mailed: (mailed) =>
      `Wenn ${mailed} hier verwendet werden kann, ist ein Link zum Bestätigen unterwegs.`,
    invitedTo: (name) => `Sie sind zu ${name} eingeladen.`,
    first: 'Sie sind die erste Person hier: Diese Installation wird Ihre.',
    lead: 'Überall veröffentlichen, von einem Ort aus, oder Ihren Assistenten machen lassen.',
    title: 'Legen Sie Ihr Konto an',
    name: 'Ihr Name',
    workspace: 'Name Ihres Arbeitsbereichs (freiwillig)',
    workspaceHint: 'Konten, Beiträge und Ihr Team gehören zu einem Arbeitsbereich.',
    submit: 'Mein Konto anlegen',
    have: 'Sie haben schon eines? {link}',
    closed: 'Keine neuen Konten',
    invitedOnly: 'Nur mit Einladung',
    closedText: 'Fragen Sie, wer diese Installation betreibt: Sie nimmt niemanden mehr auf.',
    invitedText: 'Bitten Sie ein Mitglied um eine Einladung: Der Link darin führt zum Formular.',
    instead: 'Stattdessen anmelden',
  },
}
