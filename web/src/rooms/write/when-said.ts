/** When it goes out, in words. */
import type { Queue as ListedQueue } from '../../api/queries.ts'
import { moment } from '../../words/format.ts'
import { words } from '../../words/write.ts'
import { wallClock, type When } from '../../writing/composition.ts'

export interface Slot {
  iso: string
}

export type Queue = Pick<ListedQueue, 'id' | 'name' | 'next_slot'>

/** What is open: of the queue that is chosen, or of the posting schedule. */
export function placesOf(when: When, slots: readonly Slot[], queues: readonly Queue[]) {
  const queue = when.way === 'next_slot' && queues.find(({ id }) => id === when.queue)
  if (!queue) return slots
  return queue.next_slot === null ? [] : [{ iso: queue.next_slot }]
}

export function said(when: When, slots: readonly Slot[], timezone: string) {
  if (when.way === 'now') return words.write.now
  if (when.way === 'draft') return words.write.draft
  if (when.way === 'at') return dayAndTime(when.date, when.time)
  const [slot] = slots
  if (!slot) return words.write.nextSlot
  const { date, time } = wallClock(slot.iso, timezone)
  return dayAndTime(date, time)
}

/** Of a clock's date and time; the zone is the clock's. */
export function dayAndTime(date: string, time: string) {
  const at = new Date(`${date}T${time}:00Z`)
  return Number.isNaN(at.getTime()) ? `${date} ${time}` : moment(at, 'moment', 'UTC')
}
