import { z } from 'zod'
import { day, number } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { openSlots } from './parts/slots.ts'
import { invalid, wrong } from '#rules/problem.ts'
import { findAccounts } from '#store/accounts.ts'

const COUNT = 10
const COUNT_MAX = 50

const asked = {
  count: number(1, COUNT_MAX).optional().describe(`1 to ${COUNT_MAX}, default ${COUNT}.`),
  account_id: number(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Slots for this account; default those at which nothing is planned anywhere.'),
}

export const getQueueSlots = operation({
  name: 'get_queue_slots',
  summary:
    'The next open slots of the posting schedule, soonest first. They are computed, not reserved: schedule_post with when next_slot takes one for good. Without a schedule the list is empty.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({
    ...asked,
    from: day.optional().describe("Only from this day on, in the workspace's zone."),
    to: day.optional().describe('Only up to this day, included.'),
  }),
  output: z.object({
    slots: z.array(
      z.object({
        iso: z.iso.datetime().describe('In UTC; give it as a time.'),
        label: z.string().describe('In the zone of the workspace, for people.'),
      }),
    ),
    timezone: z.string(),
  }),
  refuses: ['invalid'],
  rest: { method: 'GET', path: '/api/queue-slots' },
  // list_calendar tells a model the slots of days.
  mcp: { title: 'See open slots', accepts: z.strictObject(asked) },

  async run({ count = COUNT, account_id, ...within }, context) {
    const { from, to } = within
    if (from !== undefined && to !== undefined && to < from)
      throw wrong('to', 'Use a day that is not before from.')
    const account_ids = account_id === undefined ? [] : [account_id]
    const found = await findAccounts(context, account_ids)
    const text = `There is no account ${account_id}; see get_accounts.`
    const problem = invalid(found.length < account_ids.length ? { account_id: [text] } : {})
    if (problem) throw problem
    const { slots, timezone } = await openSlots(context, { account_ids, count, within })
    return { slots, timezone }
  },
})
