/** German: moving many posts at once. */
import type { retime as en } from '../en/retime.ts'
import { plural } from '../format.ts'

export const retime: typeof en = {
  open: 'Zeiten',
  title: 'Zeiten der Auswahl',
  how: 'Wie',
  slots: 'In freie Plätze',
  shift: 'Später oder früher',
  slotsHint:
    'Jeder nimmt den nächsten freien Platz, in der Reihenfolge ihrer Zeiten. Entwürfe werden geplant.',
  queue: 'Aus',
  schedule: 'Dem Zeitplan',
  amount: 'Wie viele',
  unit: 'Einheit',
  units: { days: 'Tage', hours: 'Stunden', minutes: 'Minuten' },
  direction: 'Richtung',
  later: 'später',
  earlier: 'früher',
  untimed: 'Nicht alle haben eine Zeit, die sich verschieben lässt.',
  submit: (n) => `${plural(n, { one: 'Beitrag', other: 'Beiträge' })} verschieben`,
  done: (n) => `${plural(n, { one: 'Beitrag', other: 'Beiträge' })} verschoben`,
  undone: 'Die Zeiten sind wieder, wie sie waren',
  notBack: 'Die frühere Zeit ist vorbei, oder er ist inzwischen draußen.',
}
