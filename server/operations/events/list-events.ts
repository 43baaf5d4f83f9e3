import { z } from 'zod'
import { number, postId, wait } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { audible, Event, namedBy } from '#rules/event.ts'
import { limits } from '#rules/limits.ts'
import { listEvents as readEvents } from '#store/events.ts'
import { between, positionOf, requireKept } from './parts/position.ts'
import { shownEvents } from './parts/shown-events.ts'
import { types } from './parts/types.ts'

const Page = z.object({
  data: z.array(Event),
  cursor: z.string().describe('As far as was looked; give it as after the next time.'),
  more: z.boolean().describe('There is more behind it already.'),
})

export const listEvents = operation({
  name: 'list_events',
  summary:
    'What happened, in order: posts, deliveries, accounts, media, and who did what. Go on with the cursor as after; with wait it answers as soon as something happens.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({
    after: z
      .string()
      .max(60)
      .optional()
      .describe('A cursor; now: only what comes. Left out: from the oldest that is kept.'),
    types: types.optional().describe('Only these kinds, such as post.failed or delivery.*.'),
    post_id: postId.optional(),
    limit: number(1, limits.per_page_max).optional().describe('1 to 200, default 100.'),
    wait,
  }),
  output: Page,
  refuses: ['invalid', 'cursor_gone'],
  rest: { method: 'GET', path: '/api/events' },
  mcp: { title: 'List events', toolset: 'events' },

  async run(input, context) {
    const from = await positionOf(input.after, context)
    const limit = input.limit ?? limits.events_per_page
    const heard = audible(context.caller)
    const wanted = input.types ? namedBy(input.types) : heard
    const filter = {
      types: wanted.filter((type) => heard.includes(type)),
      post_id: input.post_id,
      after: from.after,
      upto: from.seq,
    }
    const rows = await readEvents(context, filter, limit + 1)
    await requireKept(from, context)
    const data = await shownEvents(rows.slice(0, limit), from, context)
    const more = rows.length > limit
    return { data, cursor: (more && data.at(-1)?.cursor) || from.cursor, more }
  },

  async follow(page, input, context) {
    if (!input.wait || page.data.length) return page
    const until = Date.now() + input.wait * 1000
    let { cursor } = page
    for await (const left of between(until, context)) {
      const next = await listEvents.run({ ...input, after: cursor }, context)
      const { data, ...rest } = Page.parse(next)
      if (data.length || left <= 0) return { data, ...rest }
      cursor = rest.cursor
    }
    return { ...page, cursor }
  },
})
