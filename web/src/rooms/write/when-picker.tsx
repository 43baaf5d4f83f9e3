/** When it goes out: one control, four ways. By the clock of the workspace. */
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useHere } from '../../shell/here.ts'
import { room } from '../../shell/version.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { coming, PopoverLater } from '../../ui/popover-later.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { ownZone } from '../../ui/time.tsx'
import { words } from '../../words/write.ts'
import { wallClock, type When } from '../../writing/composition.ts'
import { dayAndTime, type Queue, said, type Slot } from './when-said.ts'
import { moved } from '../../writing/dates.ts'
import { cityOf } from '../../words/format.ts'

const loadTime = () => room(() => import('./at-time.tsx'))
const AtTime = lazy(async () => ({ default: (await loadTime()).AtTime }))

const NearTime = lazy(async () => ({
  default: (await room(() => import('./near-time.tsx'))).NearTime,
}))
const OwnTime = lazy(async () => ({
  default: (await room(() => import('./own-time.tsx'))).OwnTime,
}))

const ways = [
  { value: 'next_slot', label: words.write.nextSlot },
  { value: 'at', label: words.write.atTime },
  { value: 'now', label: words.write.now },
  { value: 'draft', label: words.write.draft },
] as const

export function WhenPicker({
  when,
  account_ids,
  post,
  timezone,
  slots,
  queues,
  onWhen,
  invalid,
}: {
  when: When
  account_ids: readonly number[]
  /** The one that is edited. */
  post: number | undefined
  timezone: string
  /** As `placesOf` has them. */
  slots: readonly Slot[]
  queues: readonly Queue[]
  onWhen: (when: When) => void
  invalid: boolean
}) {
  const { publishes } = useHere()
  const [opened, setOpened] = useState(() => new Date().toISOString())
  const [open, setOpen] = useState(false)
  const now = wallClock(opened, timezone)
  const start = when.way === 'at' ? when : { date: moved(now.date, 1), time: '09:00' }
  return (
    <PopoverLater
      title={words.write.when}
      open={open}
      onOpen={(opens) => {
        setOpen(opens)
        if (!opens) return
        setOpened(new Date().toISOString())
        // Whoever chooses a time by keyboard goes on at once: a Tab must not lead past what has not come yet.
        void loadTime()
      }}
      side="top"
      align="end"
      className="w-[27rem]"
      button={
        <Button icon="clock" data-place="when" aria-invalid={invalid || undefined}>
          <span className="sr-only">{words.write.when}: </span>
          {said(when, slots, timezone)}
        </Button>
      }
    >
      <div className="grid gap-4">
        <Segmented
          label={words.write.when}
          value={when.way}
          options={ways}
          onValue={(way) =>
            onWhen(way === 'at' ? { way, date: start.date, time: start.time } : { way })
          }
          small
        />
        {when.way === 'next_slot' && queues.length > 0 && (
          <select
            aria-label={words.write.queue}
            className="control"
            value={when.queue ?? ''}
            onChange={({ target: { value } }) =>
              onWhen({ way: 'next_slot', ...(value !== '' && { queue: Number(value) }) })
            }
          >
            <option value="">{words.write.noQueue}</option>
            {queues.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
        {when.way === 'next_slot' && (
          <NextSlot
            slots={slots}
            timezone={timezone}
            onTime={(time) => {
              onWhen({ way: 'at', ...time })
              setOpen(false)
            }}
          />
        )}
        {when.way === 'at' && (
          <>
            <Suspense fallback={<div {...coming} />}>
              <AtTime when={when} now={now} account_ids={account_ids} onWhen={onWhen} />
            </Suspense>
            <Suspense>
              <NearTime when={when} account_ids={account_ids} timezone={timezone} post={post} />
            </Suspense>
          </>
        )}
        {when.way === 'now' && (
          <p className="text-sm text-muted">
            {publishes ? words.write.nowHint : words.write.nowAskHint}
          </p>
        )}
        {when.way === 'draft' && <p className="text-sm text-muted">{words.write.draftHint}</p>}
        <p className="flex items-center gap-1.5 border-t border-line pt-3 text-xs text-muted">
          <Icon name="clock" className="size-3.5" />
          <span>
            {words.write.zone(cityOf(timezone))}
            {timezone !== ownZone() && (when.way === 'at' || when.way === 'next_slot') && (
              <Suspense>
                <OwnTime when={when} slots={slots} timezone={timezone} />
              </Suspense>
            )}
          </span>
        </p>
      </div>
    </PopoverLater>
  )
}

function NextSlot({
  slots,
  timezone,
  onTime,
}: {
  slots: readonly Slot[]
  timezone: string
  onTime: (time: { date: string; time: string }) => void
}) {
  if (!slots.length)
    return (
      <p className="text-sm text-muted">
        {words.write.noSlots}{' '}
        <Link to="/settings/schedule" className="prose-link">
          {words.write.setSlots}
        </Link>
      </p>
    )
  return (
    <ol className="grid gap-1 text-sm">
      {slots.map(({ iso }, index) => {
        const time = wallClock(iso, timezone)
        return (
          <li key={iso}>
            <Button small onClick={() => onTime(time)}>
              {dayAndTime(time.date, time.time)}
              {index === 0 && (
                <span className="font-normal text-muted"> · {words.write.thisOne}</span>
              )}
            </Button>
          </li>
        )
      })}
    </ol>
  )
}
