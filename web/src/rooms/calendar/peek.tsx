/** What there is to know of a post, beside its chip; and a way to move it without dragging. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { postQuery } from '../../api/posts.ts'
import { accountsQuery } from '../../api/queries.ts'
import { clockOf, exists, momentOf } from '../../calendar/days.ts'
import { type Entry, stateOf } from '../../calendar/entries.ts'
import { useHere } from '../../shell/here.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Face } from '../../ui/face.tsx'
import { Icon } from '../../ui/icon.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { Beside } from '../../ui/popover.tsx'
import { day as dayWords, moment } from '../../words/format.ts'
import { words } from '../../words/calendar.ts'
import { type Shown, useBoard } from './board.ts'
import { looks, risksOf } from './chip.tsx'

interface Peeking {
  entry: Entry
  beside: HTMLElement
  slots: ReadonlyMap<string, Shown>
  /** Why it stays where it is. */
  refusal: string | undefined
  move: (entry: Entry, at: number) => Promise<boolean>
  onClose: () => void
}

export function Peek({ entry, beside, slots, refusal, move, onClose }: Peeking) {
  const here = useHere()
  const { zone } = useBoard()
  const [moving, setMoving] = useState(false)
  const { data: post } = useQuery(postQuery(here, entry.id))
  const { data: accounts = [] } = useQuery(accountsQuery(here))
  const state = stateOf(entry)
  const { icon, ink } = looks[state]
  const why = risksOf(entry)
  const targets = accounts.filter(({ id }) => entry.account_ids.includes(id))
  const id = String(entry.id)
  const text = (post?.content ?? entry.excerpt) || words.withoutText
  return (
    <Beside anchor={beside} title={entry.excerpt || words.withoutText} onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className={`flex items-center gap-1.5 text-sm font-semibold ${ink}`}>
          <Icon name={icon} className="size-4.5" />
          {words.states[state]}
          <span className="ms-auto font-normal text-muted">{moment(entry.at, 'moment', zone)}</span>
        </p>
        <p dir="auto" className="line-clamp-6 break-words whitespace-pre-line">
          {text}
        </p>
        {post && post.media.length > 0 && (
          <div className="flex gap-1.5">
            {post.media.slice(0, 4).map(({ id: media, thumbnail_url, mime_type }) => (
              <span
                key={media}
                className="grid size-16 place-items-center overflow-hidden rounded-md bg-sunk text-muted"
              >
                {thumbnail_url === null ? (
                  <Icon name={mime_type.startsWith('video') ? 'film' : 'image'} />
                ) : (
                  <img src={thumbnail_url} alt="" className="size-full object-cover" />
                )}
              </span>
            ))}
          </div>
        )}
        {why.length > 0 && (
          <ul className="grid gap-1 rounded-md bg-warn-soft p-2.5 text-sm text-warn">
            {why.map((each) => (
              <li key={each} className="flex gap-1.5">
                <Icon name="warning" className="mt-0.5 size-4" />
                {each}
              </li>
            ))}
          </ul>
        )}
        <div className="grid gap-1.5 border-t border-line pt-3 text-sm">
          {targets.length === 0 && <p className="text-muted">{words.toNobody}</p>}
          {targets.slice(0, 6).map(({ id: account, name, avatar_url, platform }) => (
            <span key={account} className="flex items-center gap-2.5">
              <Face name={name} avatar_url={avatar_url} platform={platform} size="small" />
              <span className="min-w-0 truncate">{name}</span>
              <span className="text-muted">{platformName(platform)}</span>
            </span>
          ))}
        </div>
        {moving ? (
          <Move
            entry={entry}
            slots={slots}
            move={async (at) => {
              onClose()
              await move(entry, at)
            }}
            onClose={() => setMoving(false)}
          />
        ) : (
          <div className="flex flex-wrap gap-2">
            {state === 'waiting' && here.publishes ? (
              <LinkButton small look="primary" to="/review/$id" params={{ id }}>
                {words.review}
              </LinkButton>
            ) : (
              <LinkButton small look="primary" to="/posts/$id" params={{ id }}>
                {words.open}
              </LinkButton>
            )}
            {refusal === undefined && (
              <>
                <LinkButton small to="/posts/$id/edit" params={{ id }} preload={false}>
                  {words.edit}
                </LinkButton>
                <Button small icon="calendar" onClick={() => setMoving(true)}>
                  {words.move}
                </Button>
              </>
            )}
          </div>
        )}
      </div>
    </Beside>
  )
}

/** A day and a time, with the free places of that day. */
export function Move({
  entry,
  slots,
  move,
  onClose,
}: {
  entry: Entry
  slots: ReadonlyMap<string, Shown>
  move: (at: number) => Promise<void>
  onClose: () => void
}) {
  const id = useId()
  const { zone } = useBoard()
  const [to, setTo] = useState(() => clockOf(entry.at, zone))
  const free = slots.get(to.date)?.slots ?? []
  const isMissing = !exists(to.date, to.time, zone)
  return (
    <form
      aria-label={words.moveTitle}
      className="grid gap-3 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isMissing) void move(momentOf(to.date, to.time, zone))
      }}
    >
      <div className="grid grid-cols-2 gap-2">
        <label className="grid gap-1 text-sm font-medium">
          {words.moveDate}
          <input
            type="date"
            required
            value={to.date}
            onChange={({ target }) => target.value && setTo({ ...to, date: target.value })}
            className="control px-2 font-normal"
          />
        </label>
        <label className="grid gap-1 text-sm font-medium">
          {words.moveTime}
          <input
            type="time"
            required
            value={to.time}
            aria-invalid={isMissing || undefined}
            aria-describedby={isMissing ? `${id}-missing` : undefined}
            onChange={({ target }) => target.value && setTo({ ...to, time: target.value })}
            className="control px-2 font-normal"
          />
        </label>
      </div>
      {isMissing && (
        <p id={`${id}-missing`} className="text-sm text-danger">
          {words.missingTime}
        </p>
      )}
      {free.length > 0 && (
        <div role="group" aria-label={words.moveSlots} className="flex flex-wrap gap-1.5">
          {free.slice(0, 6).map(({ iso }) => (
            <button
              key={iso}
              type="button"
              onClick={() => setTo(clockOf(iso, zone))}
              className="min-h-8 rounded-full border border-dashed border-edge px-2.5 text-sm tabular-nums hover:bg-accent-soft pointer-coarse:min-h-11"
            >
              {moment(iso, 'time', zone)}
            </button>
          ))}
        </div>
      )}
      <p className="text-xs text-muted">{dayWords(to.date, 'whole')}</p>
      <div className="flex justify-end gap-2">
        <Button small onClick={onClose}>
          {words.close}
        </Button>
        <Button small look="primary" type="submit" disabled={isMissing}>
          {words.moveDo}
        </Button>
      </div>
    </form>
  )
}
