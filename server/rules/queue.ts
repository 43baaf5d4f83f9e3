/** Named queues: what one is, and how far behind its slot a post goes out. Pure. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { entriesMax, ScheduleEntry } from './schedule.ts'

/** Minutes. */
export const JITTER_MAX = 30

export const QueueTime = ScheduleEntry.pick({ weekday: true, time: true })

export const queueTimes = z
  .array(QueueTime)
  .min(1, 'Name at least one time of the week.')
  .max(entriesMax, `At most ${entriesMax} times.`)
  .refine(
    (times) =>
      new Set(times.map(({ weekday, time }) => `${weekday} ${time}`)).size === times.length,
    'A time may stand here once only.',
  )
  .describe('Times of the week, by the clock of the workspace.')

/**
 * The moment at which what takes this slot goes out: up to `jitter` minutes later, never earlier. By the slot, so that a
 * rehearsal tells what comes of it.
 */
export function jittered(slot: Date, { id, jitter }: { id: number; jitter: number }): Date {
  if (!jitter) return slot
  const hash = createHash('sha256').update(`${id} ${slot.getTime()}`).digest()
  const seconds = hash.readUInt32BE() % (jitter * 60 + 1)
  return new Date(slot.getTime() + seconds * 1000)
}
