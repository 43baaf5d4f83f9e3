/** Moves posts together: each as far, by the clock, as the one that was carried. One step back brings all of them back. */
import type { Crier } from '@crier/sdk'
import { sentenceOf } from '../../api/ask.ts'
import { refusedIn, wordsForRefusals } from '../../api/refusals.ts'
import type { Calendar, Entry } from '../../calendar/entries.ts'
import { withMoved } from '../../calendar/entries.ts'
import { shiftsOf } from '../../calendar/many.ts'
import { failed, type Manner } from '../../ui/said.tsx'
import { words as ofCalendar } from '../../words/calendar.ts'
import { list, number } from '../../words/format.ts'
import { words } from '../../words/sheet.ts'

/** What the room gives to whoever changes many of its posts. */
export interface Doing {
  crier: Crier
  zone: string
  say: (text: string, manner?: Manner) => void
  show: (change: (calendar: Calendar) => Calendar) => void
  refusalOf: (entry: Entry) => string | undefined
  undoable: (text: string, undo: () => void) => void
  /** What is known of the calendar is asked anew. */
  stale: () => void
}

export interface Left {
  entry: Entry
  why: string
}

const MINUTE = 60_000

export async function moveTogether(
  { crier, zone, say, show, refusalOf, undoable, stale }: Doing,
  entries: readonly Entry[],
  lead: { from: number; to: number },
): Promise<void> {
  const { movable, left } = sorted(entries, refusalOf)
  if (left.length) say(sentencesOf(left), failed)
  if (!movable.length) return say(words.together.none, failed)
  const shifts = [...shiftsOf(movable, lead, zone)].filter(([minutes]) => minutes !== 0)
  const targetOf = (entry: Entry, minutes: number) => Date.parse(entry.at) + minutes * MINUTE
  const past = shifts.flatMap(([minutes, group]) =>
    group.filter((entry) => targetOf(entry, minutes) <= Date.now()),
  )
  if (past.length) return say(words.together.past(past.length), failed)

  const place = (moved: readonly Entry[], minutes: number) =>
    show((calendar) =>
      moved.reduce(
        (before, entry) =>
          withMoved(before, { ...entry, at: new Date(targetOf(entry, minutes)).toISOString() }),
        calendar,
      ),
    )
  for (const [minutes, group] of shifts) place(group, minutes)
  const done: [number, Entry[]][] = []
  const refused: Left[] = []
  for (const [minutes, group] of shifts) {
    try {
      const { results } = await crier.updatePosts({
        ids: group.map(({ id }) => id),
        shift_minutes: minutes,
      })
      if (results.some((each) => !('post' in each))) await wordsForRefusals()
      const wrong = new Map(
        results.flatMap((each) => ('post' in each ? [] : [[each.post_id, refusedIn(each)]])),
      )
      done.push([minutes, group.filter(({ id }) => !wrong.has(id))])
      refused.push(
        ...group.flatMap((entry) => {
          const why = wrong.get(entry.id)
          return why === undefined ? [] : [{ entry, why }]
        }),
      )
    } catch (error) {
      refused.push(...group.map((entry) => ({ entry, why: sentenceOf(error) })))
    }
  }
  place(
    refused.map(({ entry }) => entry),
    0,
  )
  if (refused.length) say(sentencesOf(refused), failed)
  const count = done.reduce((sum, [, group]) => sum + group.length, 0)
  if (count) undoable(words.together.moved(count), () => void undo())
  stale()

  async function undo() {
    let missing = 0
    for (const [minutes, group] of done) {
      if (!group.length) continue
      place(group, 0)
      try {
        const { failed: kept } = await crier.updatePosts({
          ids: group.map(({ id }) => id),
          shift_minutes: -minutes,
        })
        missing += kept
      } catch {
        missing += group.length
      }
    }
    if (missing) say(words.together.notBack(missing), failed)
    else say(words.together.undone)
    stale()
  }
}

/** What may be moved, in its order, and what stays, with why. */
export function sorted(
  entries: readonly Entry[],
  refusalOf: (entry: Entry) => string | undefined,
): { movable: Entry[]; left: Left[] } {
  const movable: Entry[] = []
  const left: Left[] = []
  for (const entry of entries.toSorted(
    (a, b) => Date.parse(a.at) - Date.parse(b.at) || a.id - b.id,
  )) {
    const why = refusalOf(entry)
    if (why === undefined) movable.push(entry)
    else left.push({ entry, why })
  }
  return { movable, left }
}

const NAMED = 3

/** Who stays, by why: what has the same reason together. */
export function sentencesOf(left: readonly Left[]) {
  return [...Map.groupBy(left, ({ why }) => why)]
    .map(([why, those]) => {
      const names = those.slice(0, NAMED).map(({ entry }) => nameOf(entry))
      const more = those.length - names.length
      return words.together.stays(
        list(more ? [...names, words.together.others(number(more))] : names),
        why,
      )
    })
    .join(' ')
}

const NAME = 40

export function nameOf({ excerpt }: Pick<Entry, 'excerpt'>) {
  const text = excerpt || ofCalendar.withoutText
  return words.together.named(text.length > NAME ? `${text.slice(0, NAME - 1).trimEnd()}…` : text)
}
