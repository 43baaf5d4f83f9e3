/** Many posts into the next free slots: first which goes where, as the service would do it; then done, and taken back as one. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { refusedIn, wordsForRefusals } from '../../api/refusals.ts'
import { queuesQuery } from '../../api/queries.ts'
import { restoreTimes } from '../../api/times.ts'
import { type Entry, keyOf, withMoved } from '../../calendar/entries.ts'
import { useHere } from '../../shell/here.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { failed } from '../../ui/said.tsx'
import { common } from '../../words/common.ts'
import { moment } from '../../words/format.ts'
import { words as ofCalendar } from '../../words/calendar.ts'
import { words } from '../../words/sheet.ts'
import { useBoard } from './board.ts'
import { type Doing, type Left, sentencesOf, sorted } from './together.ts'

interface Goes {
  entry: Entry
  at: string
}

/** No queue is an account's own number. */
const SCHEDULE = 'schedule'
const OWN = 'own'

export function Spread({
  entries,
  doing,
  onClose,
  onDone,
}: {
  entries: readonly Entry[]
  doing: Doing
  onClose: () => void
  onDone: () => void
}) {
  const here = useHere()
  const { crier, say, show, undoable, stale, refusalOf } = doing
  const { data: queues = [] } = useQuery(queuesQuery(here))
  const { movable, left } = sorted(entries, refusalOf)
  const stood = [...new Set(movable.map(({ queue_id }) => String(queue_id ?? SCHEDULE)))]
  const mixed = stood.length > 1
  const [from, setFrom] = useState(() => (mixed ? OWN : (stood[0] ?? SCHEDULE)))
  const [busy, setBusy] = useState(false)

  /** Slots are taken in the order of the posts' times; each queue by a call of its own. */
  async function ask(dry_run: boolean): Promise<{ goes: Goes[]; left: Left[] }> {
    const goes: Goes[] = []
    const stay: Left[] = []
    const byQueue = Map.groupBy(movable, ({ queue_id }) =>
      from === OWN ? String(queue_id ?? SCHEDULE) : from,
    )
    for (const [queue, group] of byQueue) {
      const { results } = await crier.updatePosts({
        ids: group.map(({ id }) => id),
        when: 'next_slot',
        ...(queue !== SCHEDULE && { queue: Number(queue) }),
        ...(dry_run && { dry_run }),
      })
      if (results.some((each) => !('post' in each))) await wordsForRefusals()
      for (const result of results) {
        const entry = group[result.index]
        if (!entry) continue
        if ('post' in result) goes.push({ entry, at: result.post.scheduled_at ?? entry.at })
        else stay.push({ entry, why: refusedIn(result) })
      }
    }
    return { goes: goes.toSorted((a, b) => (a.at < b.at ? -1 : 1)), left: stay }
  }
  const ids = movable.map(({ id }) => id)
  const preview = useQuery({
    queryKey: [here.id, 'posts', 'calendar', 'spread', from, ids],
    staleTime: 0,
    gcTime: 0,
    retry: false,
    enabled: movable.length > 0 && !busy,
    queryFn: () => ask(true),
  })
  const { data: seen } = preview
  const goes = seen?.goes ?? []
  const stays = [...left, ...(seen?.left ?? [])]

  async function go() {
    setBusy(true)
    try {
      const done = await ask(false)
      const expected = new Map(goes.map(({ entry, at }) => [entry.id, at]))
      const others = done.goes.filter(({ entry, at }) => expected.get(entry.id) !== at).length
      show((calendar) =>
        done.goes.reduce(
          (before, { entry, at }) => withMoved(before, { ...entry, at, outcome: 'scheduled' }),
          calendar,
        ),
      )
      if (done.left.length) say(sentencesOf(done.left), failed)
      if (others) say(words.slots.others(others), failed)
      if (done.goes.length) undoable(words.slots.done(done.goes.length), () => void undo(done.goes))
      onDone()
    } catch (error) {
      say(sentenceOf(error), failed)
      setBusy(false)
    }
    stale()
  }

  async function undo(done: readonly Goes[]) {
    show((calendar) => done.reduce((before, { entry }) => withMoved(before, entry), calendar))
    const missing = await restoreTimes(
      crier,
      done.map(({ entry: { id, at, outcome } }) => ({ id, at, draft: outcome === 'draft' })),
    )
    if (missing) say(words.together.notBack(missing), failed)
    else say(words.together.undone)
    stale()
  }

  const options = [
    ...(mixed ? [{ value: OWN, label: words.slots.own }] : []),
    { value: SCHEDULE, label: words.slots.schedule },
    ...queues.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <Dialog title={words.slots.title} onClose={onClose} wide>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {queues.length > 0 && (
          <div className="max-w-72">
            <Choice label={words.slots.from} value={from} options={options} onValue={setFrom} />
          </div>
        )}
        {preview.isError && <Notice kind="danger">{sentenceOf(preview.error)}</Notice>}
        <p role="status" className="text-sm text-muted">
          {movable.length > 0 && preview.isPending
            ? words.slots.looks
            : !preview.isError && <Told goes={goes} />}
        </p>
        {goes.length > 0 && (
          <ol
            aria-label={words.slots.list}
            aria-busy={preview.isFetching}
            className="divide-y divide-line overflow-hidden rounded-lg border border-line"
          >
            {goes.map((each) => (
              <Row key={keyOf(each.entry)} {...each} />
            ))}
          </ol>
        )}
        {stays.length > 0 && <Staying stays={stays} />}
        {seen && !goes.length && here.owns && (
          <LinkButton small to="/settings/schedule" className="justify-self-start">
            {words.slots.toSchedule}
          </LinkButton>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.act.close}</Button>
          <Button
            look="primary"
            busy={busy}
            disabled={!goes.length || preview.isFetching}
            onClick={() => void go()}
          >
            {words.slots.submit(goes.length || movable.length)}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Told({ goes }: { goes: readonly Goes[] }) {
  const { zone } = useBoard()
  const when = (at: string) => moment(at, 'moment', zone)
  const [first] = goes
  const last = goes.at(-1)
  if (!first || !last) return words.slots.none
  return goes.length === 1
    ? words.slots.goesOne(when(first.at))
    : words.slots.goes(goes.length, when(first.at), when(last.at))
}

function Text({ entry }: { entry: Entry }) {
  const { platformsOf } = useBoard()
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="flex shrink-0 gap-0.5">
        {platformsOf(entry)
          .slice(0, 3)
          .map((each) => (
            <PlatformMark key={each} platform={each} className="size-4.5 rounded-[30%]" />
          ))}
      </span>
      <span dir="auto" className="min-w-0 truncate">
        {entry.excerpt || ofCalendar.withoutText}
      </span>
    </span>
  )
}

function Row({ entry, at }: Goes) {
  const { zone } = useBoard()
  const isSame = Date.parse(at) === Date.parse(entry.at)
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-2.5 text-sm sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <span className="grid min-w-0 gap-0.5">
        <Text entry={entry} />
        {entry.outcome === 'draft' && (
          <span className="text-xs text-muted">{words.slots.draft}</span>
        )}
      </span>
      <span className="flex flex-wrap items-center gap-x-2 tabular-nums sm:justify-end">
        <span className="text-muted">
          {isSame ? words.slots.same : words.slots.was(moment(entry.at, 'moment', zone))}
        </span>
        <span className="flex items-center gap-2">
          <Icon name="arrow" className="size-4 text-muted" />
          <time dateTime={at} className="font-semibold sm:min-w-36">
            {moment(at, 'moment', zone)}
          </time>
        </span>
      </span>
    </li>
  )
}

/** What has the same reason together. */
function Staying({ stays }: { stays: readonly Left[] }) {
  return (
    <section className="grid gap-2">
      <h3 className="text-sm">{words.slots.stay}</h3>
      {[...Map.groupBy(stays, ({ why }) => why)].map(([why, those]) => (
        <div key={why} className="grid gap-1.5 rounded-md bg-warn-soft p-3 text-sm">
          <p className="flex gap-1.5 text-warn">
            <Icon name="warning" className="mt-0.5 size-4" />
            {why}
          </p>
          <ul className="grid gap-1">
            {those.map(({ entry }) => (
              <li key={keyOf(entry)} className="min-w-0">
                <Text entry={entry} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
