/** When that is by the writer's own clock, where the workspace goes by another one. */
import { momentOf } from '../../calendar/days.ts'
import { cityOf, moment, ownZone } from '../../words/format.ts'
import { words } from '../../words/write.ts'
import type { When } from '../../writing/composition.ts'
import type { Slot } from './when-said.ts'

export function OwnTime({
  when,
  slots,
  timezone,
}: {
  when: When
  slots: readonly Slot[]
  timezone: string
}) {
  const at = when.way === 'at' ? momentOf(when.date, when.time, timezone) : slots[0]?.iso
  if (at === undefined) return null
  return <> · {words.write.ownTime(moment(new Date(at), 'moment'), cityOf(ownZone()))}</>
}
