/** The times of many posts at once: free slots in their order, or all of them later or earlier; and taken back together. */
import type { Post } from '@crier/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queuesQuery } from '../../api/queries.ts'
import { restoreTimes } from '../../api/times.ts'
import { refusedIn, wordsForRefusals } from '../../api/refusals.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/posts.ts'

type Way = 'slots' | 'shift'
const minutes = { days: 1440, hours: 60, minutes: 1 }

/** What still waits may be moved. */
export function mayRetime(posts: readonly Post[]) {
  return posts.every(
    ({ status, deleted_at }) => !deleted_at && (status === 'draft' || status === 'scheduled'),
  )
}

export function Retime({
  posts,
  onClose,
  onDone,
}: {
  posts: readonly Post[]
  onClose: () => void
  onDone: () => void
}) {
  const here = useHere()
  const { id, crier } = here
  const queries = useQueryClient()
  const say = useSay()
  const queues = useQuery(queuesQuery(here)).data ?? []
  const timed = posts.every(({ scheduled_at }) => scheduled_at !== null)
  const [way, setWay] = useState<Way>('slots')
  const stale = () => queries.invalidateQueries({ queryKey: [id, 'posts'] })
  async function undo(changed: readonly Post[]) {
    const left = await restoreTimes(
      crier,
      changed.map((post) => ({
        id: post.id,
        at: post.scheduled_at,
        draft: post.status === 'draft',
      })),
    )
    if (left) say(words.many.failed(left, words.retime.notBack), failed)
    else say(words.retime.undone)
    await stale()
  }
  const form = useForm(
    ({ queue, amount, unit, to }) =>
      crier.updatePosts({
        // Slots are taken in this order.
        ids: posts.toSorted(byTime).map((post) => post.id),
        ...(way === 'slots'
          ? { when: 'next_slot', ...(queue && { queue: Number(queue) }) }
          : { shift_minutes: shiftOf(amount, unit, to) }),
      }),
    async ({ results, updated }) => {
      const wrong = results.flatMap((each) => ('post' in each ? [] : [each]))
      const left = new Set(wrong.map(({ post_id }) => post_id))
      const changed = posts.filter((post) => !left.has(post.id))
      if (updated > 0)
        say(words.retime.done(updated), {
          action: { label: common.act.undo, run: () => void undo(changed) },
        })
      const [first] = wrong
      if (first) {
        await wordsForRefusals()
        say(words.many.failed(wrong.length, refusedIn(first)), failed)
      }
      onDone()
      await stale()
    },
  )
  return (
    <Dialog title={words.retime.title} onClose={onClose}>
      <Form form={form} label={words.retime.title}>
        <Segmented
          label={words.retime.how}
          value={way}
          options={[
            { value: 'slots', label: words.retime.slots },
            { value: 'shift', label: words.retime.shift, disabled: !timed },
          ]}
          onValue={setWay}
        />
        {way === 'slots' ? (
          <>
            <p className="text-sm text-muted">{words.retime.slotsHint}</p>
            {queues.length > 0 && (
              <SelectField
                name="queue"
                label={words.retime.queue}
                options={[
                  { value: '', label: words.retime.schedule },
                  ...queues.map((each) => ({ value: String(each.id), label: each.name })),
                ]}
              />
            )}
          </>
        ) : (
          <div className="grid grid-cols-3 gap-3">
            <TextField
              name="amount"
              label={words.retime.amount}
              type="number"
              min={1}
              max={9999}
              required
              defaultValue="1"
            />
            <SelectField
              name="unit"
              label={words.retime.unit}
              options={Object.keys(minutes).map((value) => ({
                value,
                label: words.retime.units[value as keyof typeof minutes],
              }))}
            />
            <SelectField
              name="to"
              label={words.retime.direction}
              options={[
                { value: 'later', label: words.retime.later },
                { value: 'earlier', label: words.retime.earlier },
              ]}
            />
          </div>
        )}
        {!timed && <p className="text-sm text-muted">{words.retime.untimed}</p>}
        <Button type="submit" look="primary" busy={form.busy} className="justify-self-end">
          {words.retime.submit(posts.length)}
        </Button>
      </Form>
    </Dialog>
  )
}

function shiftOf(amount = '', unit = '', to = '') {
  const each = minutes[unit as keyof typeof minutes]
  return Math.round(Number(amount)) * each * (to === 'earlier' ? -1 : 1)
}

/** What has no time yet comes last. */
function byTime(one: Post, other: Post) {
  return (one.scheduled_at ?? '9').localeCompare(other.scheduled_at ?? '9')
}
