/** German: what the bell opens. */
import type { words as en } from '../en/bell.ts'
import { number } from '../format.ts'

export const words: typeof en = {
  times: (n) => `${n}-mal`,
  readAll: 'Alle als gelesen markieren',
  none: 'Nichts Neues. Was Sie braucht, erfahren Sie hier.',
  preferences: 'Was per E-Mail kommt, und wann',
  notRead: ', ungelesen',
  reconnect: (account, platform) => `${account} auf ${platform} neu verbinden`,
  anAccount: 'ein Konto',
  more: (n) => `und ${n} weitere`,
  noWords: (id) => `Beitrag ${id}`,
  settled: 'Erledigt',
  account: (name, platform) =>
    name === null ? `Ein Konto auf ${platform}` : `„${name}“ auf ${platform}`,
  place: (platform, names) => `${platform} (${names})`,
  quoted: (name) => `„${name}“`,
  told: {
    decision: ({ n, places }) => ({
      title:
        n === 1
          ? 'Ein Beitrag wartet auf Ihre Antwort'
          : `${number(n)} Beiträge warten auf Ihre Antwort`,
      line: `Die Antwort von ${places} ging verloren, und nur ein Mensch kann sagen, ob ${n === 1 ? 'der Beitrag dort ist' : 'die Beiträge dort sind'}. Bevor jemand antwortet, wird nichts noch einmal gesendet.`,
    }),
    maybe_twice: ({ n, places }) => ({
      title:
        n === 1
          ? 'Ein Beitrag ist vielleicht doppelt dort'
          : `${number(n)} Beiträge sind vielleicht doppelt dort`,
      line: `${places}: Eine Antwort ging verloren, ${n === 1 ? 'der Beitrag wurde' : 'die Beiträge wurden'} noch einmal gesendet, und nun werden zwei gezeigt, die dasselbe sagen. Sehen Sie sich beide an, und löschen Sie einen, wenn er von uns ist.`,
    }),
    reconnect: ({ n, who, platform, places }) => ({
      title:
        n === 1
          ? `${who} muss neu verbunden werden`
          : `${number(n)} Konten auf ${platform} müssen neu verbunden werden`,
      line: `${places}: Die Plattform nimmt unseren Zugriff nicht mehr an. Beiträge dafür warten oder scheitern, bis jemand neu verbindet.`,
    }),
    removal_failed: ({ n, places, why }) => ({
      title:
        n === 1
          ? 'Ein Beitrag konnte nicht zurückgeholt werden'
          : `${number(n)} Beiträge konnten nicht zurückgeholt werden`,
      line: `${places}: ${why}. Soweit man weiß, ${n === 1 ? 'ist er noch dort: Löschen Sie ihn' : 'sind sie noch dort: Löschen Sie sie'} dort selbst, oder versuchen Sie es noch einmal.`,
    }),
    edit_failed: ({ n, places, why }) => ({
      title:
        n === 1
          ? 'Ein veröffentlichter Beitrag konnte nicht geändert werden'
          : `${number(n)} veröffentlichte Beiträge konnten nicht geändert werden`,
      line: `${places}: ${why}.`,
    }),
    at_risk: ({ n, places, why }) => ({
      title:
        n === 1
          ? 'Ein geplanter Beitrag geht vielleicht nicht hinaus'
          : `${number(n)} geplante Beiträge gehen vielleicht nicht hinaus`,
      line: places ? `${places}: ${why}` : why,
    }),
    post_failed: ({ n, places, why }) => ({
      title:
        n === 1 ? 'Ein Beitrag ging nicht hinaus' : `${number(n)} Beiträge gingen nicht hinaus`,
      line: `${places}: ${why}.`,
    }),
    expiring: ({ n, who, platform, places, time }) => ({
      title:
        n === 1
          ? `Der Zugriff auf ${who} läuft bald ab`
          : `Der Zugriff auf ${number(n)} Konten auf ${platform} läuft bald ab`,
      line: `${places}: Der Zugriff endet von selbst${time === undefined ? '' : `, am ${time}`}. Verbinden Sie vorher neu, und jeder Beitrag geht hinaus.`,
    }),
    approval: ({ n }) => ({
      title:
        n === 1 ? 'Ein Beitrag wartet auf Freigabe' : `${number(n)} Beiträge warten auf Freigabe`,
      line: 'Hinaus geht nur, was jemand freigibt.',
    }),
    series: ({ code, name }) => {
      const one = name ?? 'Eine Serie'
      const lines: Readonly<Record<string, string>> = {
        failures: `${one}: Zwei Beiträge hintereinander scheiterten oder ließen sich nicht anlegen. Es kommt keiner mehr, bis jemand die Serie fortsetzt.`,
        unconfirmed: `${one} hat kein Ende, und seit einem Jahr hat niemand bestätigt, dass es weitergeht. Es kommt kein Beitrag mehr, bis jemand die Serie fortsetzt.`,
        credential_ended: `${one}: Den Schlüssel, die App oder das Mitglied, dem sie gehörte, gibt es nicht mehr. Wer sie fortsetzt, dem gehört sie von da an.`,
      }
      const ended = code === 'credential_ended'
      return {
        title: ended
          ? 'Eine Serie von Beiträgen ist beendet'
          : 'Eine Serie von Beiträgen ist angehalten',
        line: lines[code ?? ''],
      }
    },
    webhook: ({ code }) => {
      const lines: Readonly<Record<string, string>> = {
        off: 'Seine Adresse hat nicht angenommen, was ihr gesendet wurde. Schalten Sie ihn wieder ein, wenn das behoben ist.',
        ended:
          'Den Schlüssel, die App oder das Mitglied, dem er gehörte, gibt es nicht mehr. Legen Sie an seiner Stelle einen anderen an.',
        lost: 'Der Schlüssel, unter dem sein Geheimnis versiegelt war, ist verloren. Geben Sie ihm ein anderes, und schalten Sie ihn wieder ein.',
        dead: 'Etwas wurde ihm vergeblich gesendet. Von selbst wird es nicht noch einmal gesendet.',
      }
      return {
        title:
          code === 'dead'
            ? 'Ein Webhook nimmt nicht an, was ihm gesendet wird'
            : 'Ein Webhook wurde abgeschaltet',
        line: lines[code ?? ''],
      }
    },
    key_ending: ({ name, time }) => ({
      title: 'Ein API-Schlüssel läuft bald ab',
      line: `Der Schlüssel ${name ?? 'eines Programms'} wird ${time === undefined ? 'dann' : `ab ${time}`} abgelehnt. Legen Sie vorher einen anderen an.`,
    }),
    plan: ({ code, time }) =>
      code === '100'
        ? {
            title: 'Die Beiträge des Monats sind verbraucht',
            line: `Bis ${time ?? 'zum nächsten Monat'} lässt sich kein weiterer Beitrag planen. Was geplant ist, geht hinaus.`,
          }
        : {
            title: 'Vier von fünf Beiträgen des Monats sind verbraucht',
            line: `Neu gezählt wird ab ${time ?? 'dem Ersten des Monats'}.`,
          },
  },
}
