/** German: what was tried, as a post’s page tells it. */
import type { attempts as en } from '../en/attempts.ts'
import { plural } from '../format.ts'

export const attempts: typeof en = {
  behind: {
    why: 'Warum',
    failed: {
      card: 'Der Beitrag ist draußen, aber ohne die Vorschau seines Links.',
      comment: 'Der Beitrag ist draußen, aber ohne den ersten Kommentar.',
      captions: 'Der Beitrag ist draußen, aber ohne Untertitel.',
      thumbnail: 'Der Beitrag ist draußen, aber ohne das gewählte Titelbild.',
      playlist: 'Der Beitrag ist draußen, steht aber nicht in seiner Playlist.',
      check: 'Der Beitrag ist draußen; die Plattform könnte ihn noch beanstanden.',
    },
    unknown: {
      card: 'Der Beitrag ist draußen; ob mit der Vorschau seines Links, ist nicht bekannt.',
      comment:
        'Der Beitrag ist draußen; ob der erste Kommentar es ist, ist nicht bekannt. Sehen Sie dort nach.',
      captions:
        'Der Beitrag ist draußen; ob mit Untertiteln, ist nicht bekannt. Sehen Sie dort nach.',
      thumbnail:
        'Der Beitrag ist draußen; ob mit seinem Titelbild, ist nicht bekannt. Sehen Sie dort nach.',
      playlist:
        'Der Beitrag ist draußen; ob er in seiner Playlist steht, ist nicht bekannt. Sehen Sie dort nach.',
      check:
        'Der Beitrag ist draußen; ob die Plattform ihn beanstandet, ist nicht bekannt. Sehen Sie dort nach.',
    },
    other: 'Der Beitrag ist draußen; etwas, das ihm folgen sollte, blieb aus.',
    twice: (where) =>
      `Was dieser Beitrag sein kann, steht dort mehr als einmal: ${where}. Ist er es, nehmen Sie einen herunter.`,
    another: (where) =>
      `Dort sagt noch ein Beitrag dasselbe: ${where}. Dieser wurde nur an seinen Worten erkannt und kann der andere sein: Vergleichen Sie beide, bevor Sie einen ändern oder herunternehmen.`,
  },
  timeline: {
    now: 'jetzt',
    earlier: (n) => plural(n, { one: 'frühere Zeile', other: 'frühere Zeilen' }),
    tried: (name) => `Was auf ${name} versucht wurde`,
    code: 'Code',
    step: 'Schritt',
    theirWords: 'Worte der Plattform',
    request: 'Anfrage',
    at: (at) => `Zeit: ${at}`,
    copied: 'Einzelheiten kopiert',
    selectIt: 'Markieren Sie den Text und kopieren Sie ihn',
  },
  told: {
    clearedUp: 'Geklärt: Er ist veröffentlicht. Nichts ging zweimal hinaus.',
    sent: (name) => `An ${name} gesendet und veröffentlicht.`,
    failed: (why) => `${why}. Er wurde nicht veröffentlicht.`,
    refused: (name) => `${name} hat ihn abgelehnt`,
    untold: (name) =>
      `${name} konnte nicht sagen, was daraus geworden ist. Nichts wird noch einmal gesendet, bevor jemand nachsieht.`,
    waitsForSomebody: (why) => `${why}. Es wartet auf jemanden.`,
    inTheWay: 'Etwas steht im Weg',
    later: (why) => `${why}. Es wird von selbst noch einmal versucht.`,
    notYet: (name) => `${name} hat ihn noch nicht angenommen`,
    notSeen: (name) => `Auf ${name} nachgesehen: Er ist dort noch nicht zu sehen.`,
    couldNotLook: (name, why) =>
      `Wollte auf ${name} nachsehen. ${why}. Wir sehen noch einmal nach.`,
    lost: (name, why) =>
      `An ${name} gesendet, und die Antwort ging verloren: ${why}. Wir sehen nach, ob er dort ist, bevor etwas noch einmal gesendet wird.`,
    hasIt: (name) => `${name} hat ihn und ist noch nicht fertig.`,
    goesOnWhy: (why) => `${why}. Es geht von selbst weiter.`,
    stopped: 'Crier wurde gerade da angehalten und macht weiter.',
    lookingOn: (name) => `Wird auf ${name} gesucht …`,
    sending: (name) => `Wird an ${name} gesendet …`,
    brokenOff: 'Dieser Versuch brach bei uns ab. Der nächste sieht nach, bevor er sendet.',
    settled: 'Geklärt: Er ist dort.',
    weLook: (name) => `Wir suchen ihn auf ${name}.`,
    goesOn: 'Es geht von selbst weiter.',
    waits: (name) => `${name}. Es wartet.`,
    tried: 'Es wird noch einmal versucht.',
  },
}
