/** German: a calendar on paper and as a picture, and many posts of it at once. */
import type { words as en } from '../en/sheet.ts'
import { plural, type Value } from '../format.ts'

const posts = (count: number) => plural(count, { one: 'Beitrag', other: 'Beiträge' })

export const words: typeof en = {
  choose: 'Mehrere auswählen',
  print: 'Drucken …',
  save: 'Als Bild sichern',
  copy: 'Bild kopieren',
  copied: 'Das Bild ist kopiert',
  notCopied: 'Dieser Browser kopiert keine Bilder: sichern Sie es.',
  notDrawn: 'Das Bild ließ sich nicht machen.',
  made: (when: Value) => `Crier · Stand ${when}`,
  empty: 'An diesen Tagen ist nichts geplant.',
  risk: 'Gefährdet',
  file: { month: 'kalender', week: 'kalender-woche', list: 'kalender-liste' },
  bar: 'Was mit den ausgewählten Beiträgen geschieht',
  hint: 'Drücken Sie auf die Beiträge, die Sie wollen',
  spread: 'Auf Plätze verteilen …',
  move: 'Verschieben …',
  clear: 'Nichts auswählen',
  together: {
    title: (count: number) => `${posts(count)} verschieben`,
    hint: 'Der erste kommt dorthin, und die anderen rücken so weit wie er.',
    moved: (count: number) => `${posts(count)} verschoben`,
    undone: 'Die Zeiten sind wieder, wie sie waren',
    notBack: (count: number) => `${posts(count)} ließen sich nicht zurücklegen.`,
    past: (count: number) =>
      `${posts(count)} stünden in der Vergangenheit. Nichts wurde verschoben.`,
    none: 'Nichts davon lässt sich verschieben.',
    stays: (names: Value, why: Value) => `${names}: ${why}`,
    others: (count: Value) => `${count} weitere`,
    named: (text: Value) => `„${text}“`,
  },
  slots: {
    title: 'Auf freie Plätze verteilen',
    from: 'Plätze von',
    own: 'Je eigene Warteschlange',
    schedule: 'Zeitplan',
    list: 'Was wohin kommt',
    looks: 'Freie Plätze werden gesucht',
    goes: (count: number, first: Value, last: Value) =>
      `${posts(count)} von ${first} bis ${last}. Noch ist nichts verschoben.`,
    goesOne: (when: Value) => `1 Beitrag, ${when}. Noch ist nichts verschoben.`,
    none: 'Nichts davon bekommt einen Platz.',
    was: (when: Value) => `war ${when}`,
    same: 'bleibt dort',
    draft: 'Ein Entwurf: er wird geplant.',
    stay: 'Bleiben, wo sie sind',
    submit: (count: number) => `${posts(count)} verteilen`,
    toSchedule: 'Den Zeitplan einrichten',
    done: (count: number) => `${posts(count)} auf freie Plätze verteilt`,
    others: (count: number) =>
      `${posts(count)} mit anderer Zeit, als Sie sahen: der Platz war inzwischen vergeben.`,
    left: (count: number, why: Value) => `${posts(count)} blieben, wo sie waren. ${why}`,
  },
}
