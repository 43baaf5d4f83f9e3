import { z } from 'zod'
import { accountId, flag, listOf, number, postId } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { Actor } from '#rules/actor.ts'
import { audible, Changed, Event, namedBy } from '#rules/event.ts'
import { limits } from '#rules/limits.ts'
import { Moment } from '#rules/when.ts'
import { listEventsBack } from '#store/events.ts'
import { withChanges } from './parts/changes.ts'
import { positionOf } from './parts/position.ts'
import { shownEvents } from './parts/shown-events.ts'
import { types } from './parts/types.ts'

const Deed = Event.extend({
  changes: z
    .array(Changed)
    .nullable()
    .optional()
    .describe('With changes=true. null: nothing to compare, or no longer kept.'),
})

export const listActivity = operation({
  name: 'list_activity',
  summary:
    'Who did what to which thing, the latest first: people, keys, apps, and Crier itself. Go on with before.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({
    before: z
      .string()
      .max(60)
      .optional()
      .describe('The before of the last page. Left out: from the latest.'),
    types: types
      .optional()
      .meta({ anyOf: undefined, type: 'array', items: { type: 'string' } })
      .describe('Only these kinds, such as post.failed or audit.*; as list_events has them.'),
    by: listOf(Actor.shape.kind).optional().describe('Only what these did.'),
    post_id: postId.optional(),
    account_id: accountId.optional(),
    since: Moment.optional().describe('Only from then on.'),
    until: Moment.optional().describe('Only before that.'),
    changes: flag
      .optional()
      .describe('Also tell what was before and after, of posts, settings, members, keys and apps.'),
    limit: number(1, limits.per_page_max).optional().describe('1 to 200, default 100.'),
  }),
  output: z.object({
    data: z.array(Deed),
    before: z.string().nullable().describe('For what came before; null: that is all that is kept.'),
  }),
  refuses: ['invalid', 'cursor_gone'],
  rest: { method: 'GET', path: '/api/activity' },
  mcp: { title: 'List activity', toolset: 'activity' },

  async run(input, context) {
    const { before, limit = limits.events_per_page, by, post_id, account_id, since, until } = input
    const from = await positionOf(before ?? 'now', context, 'before')
    const heard = audible(context.caller)
    const wanted = input.types ? namedBy(input.types) : heard
    const filter = {
      types: wanted.filter((type) => heard.includes(type)),
      by,
      post_id,
      account_id,
      since,
      until,
      // What a page ended with is not told again.
      upto: before === undefined ? from.seq : from.after - 1,
    }
    const rows = await listEventsBack(context, filter, limit + 1)
    const shown = await shownEvents(rows.slice(0, limit), from, context)
    const data = input.changes ? await withChanges(shown, context) : shown
    return { data, before: rows.length > limit ? (data.at(-1)?.cursor ?? null) : null }
  },
})
