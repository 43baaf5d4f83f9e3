/** “tomorrow 9”, “fri 14:30”, “in 2 hours”, “morgen um 9”: a time as people type it, by the clock that they see. Pure. */
import { locale } from '../words/language.ts'
import { at, moved } from './dates.ts'

export interface Clock {
  date: string
  time: string
}

const days = [
  /^(sun(day)?|so(nntag)?)$/,
  /^(mon(day)?|mo(ntag)?)$/,
  /^(tue(s|sday)?|di(enstag)?)$/,
  /^(wed(nesday)?|mi(ttwoch)?)$/,
  /^(thu(rs?|rsday)?|do(nnerstag)?)$/,
  /^(fri(day)?|fr(eitag)?)$/,
  /^(sat(urday)?|sa(mstag)?|sonnabend)$/,
]

/** `now` is what the clock shows. Undefined: nothing that is understood. */
export function understand(phrase: string, now: Clock): Clock | undefined {
  const text = phrase.trim().toLowerCase().replace(/\s+/g, ' ')
  if (!text) return undefined
  const away =
    /^in (\d{1,3}) ?(minuten?|minutes?|mins?|m|hours?|h|stunden?|std|days?|d|tag(?:en)?|weeks?|wochen?|w)$/.exec(
      text,
    )
  if (away) {
    const [, count = '0', unit = 'm'] = away
    const minutes = { m: 1, h: 60, s: 60, d: 1440, t: 1440, w: 10_080 }[unit.charAt(0)] ?? 1
    return plus(now, Number(count) * minutes)
  }
  const time = timeIn(text)
  const rest = text
    .replace(time?.said ?? '', '')
    .replace(/\b(at|on|next|um|am|uhr)\b|nächste[nr]?/g, '')
    .trim()
  const date = dateIn(rest, now, time?.time)
  if (date === undefined || (rest === '' && !time)) return undefined
  return { date, time: time?.time ?? '09:00' }
}

function timeIn(text: string) {
  const found =
    /\b(\d{1,2})[:.](\d\d) ?(am|pm)?\b/.exec(text) ??
    /\b(\d{1,2})() ?(am|pm)\b/.exec(text) ??
    /(?:^|\s|at )(\d{1,2})()(?: uhr)?()$/.exec(text) ??
    /\b(?:noon|midnight|mittags?|mitternacht)\b/.exec(text)
  if (!found) return undefined
  const [said, hours = '', minutes = '', half = ''] = found
  if (said === 'noon' || said.startsWith('mittag')) return { said, time: '12:00' }
  if (said === 'midnight' || said === 'mitternacht') return { said, time: '00:00' }
  let hour = Number(hours)
  if (half && (hour < 1 || hour > 12)) return undefined
  if (half) hour = (hour % 12) + (half === 'pm' ? 12 : 0)
  if (hour > 23 || Number(minutes) > 59) return undefined
  return { said, time: `${two(hour)}:${minutes || '00'}` }
}

function dateIn(rest: string, now: Clock, time: string | undefined): string | undefined {
  if (rest === '') return time !== undefined && time <= now.time ? moved(now.date, 1) : now.date
  if (rest === 'today' || rest === 'heute') return now.date
  if (rest === 'tomorrow' || rest === 'tmr' || rest === 'morgen') return moved(now.date, 1)
  if (rest === 'übermorgen') return moved(now.date, 2)
  if (/^\d{4}-\d\d-\d\d$/.test(rest)) return rest
  const day = days.findIndex((each) => each.test(rest))
  if (day === -1) return undefined
  const away = (day - dayOf(now.date) + 7) % 7
  const passed = away === 0 && (time ?? '09:00') <= now.time
  return moved(now.date, passed ? 7 : away)
}

export function dayOf(date: string) {
  return at(date).getUTCDay()
}

function plus({ date, time }: Clock, minutes: number): Clock {
  const moment = new Date(`${date}T${time}:00Z`).getTime() + minutes * 60_000
  const text = new Date(moment).toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 16) }
}

/** With which day a week begins, for whoever reads it; 1 is Monday. */
export const firstDay = firstDayOf(new Intl.Locale(locale))

/** Not every browser tells it. */
function firstDayOf(known: Intl.Locale & { getWeekInfo?: () => { firstDay: number } }) {
  return known.getWeekInfo?.().firstDay ?? 1
}

/** The weeks of a month, each from Monday unless said: six at most, with the days before and after it. */
export function monthGrid(month: string, firstDay = 1): string[][] {
  const first = `${month}-01`
  const start = moved(first, -((dayOf(first) + 7 - (firstDay % 7)) % 7))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => moved(start, week * 7 + day)),
  ).filter((week, index) => index === 0 || week.some((date) => date.startsWith(month)))
}

export function monthAway(month: string, months: number) {
  const [year = 0, index = 1] = month.split('-').map(Number)
  const total = year * 12 + index - 1 + months
  return `${Math.floor(total / 12)}-${two((total % 12) + 1)}`
}

function two(value: number) {
  return String(value).padStart(2, '0')
}
