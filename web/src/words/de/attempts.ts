/** German: what was tried, as a post’s page tells it. */
import type { attempts as en } from '../en/attempts.ts'
import { plural } from '../format.ts'

export const attempts: typeof en = {
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
