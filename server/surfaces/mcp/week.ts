/** What a plan for one week needs to know, in lines: no more of it than that week has. */
import { z } from 'zod'
import { formatOf } from '#rules/clock.ts'
import type { Ask } from './asking.ts'
import { scheduled } from './resources.ts'

interface Week {
  from: string
  to: string
  timezone: string
}

/** More posts than a week has room for are counted, not told. */
const MOST = 100
/** As many as one call tells. */
const SLOTS = 50

const Slots = z.looseObject({ slots: z.array(z.looseObject({ iso: z.string() })) })
const Accounts = z.looseObject({
  accounts: z.array(
    z.looseObject({
      id: z.int(),
      platform: z.string(),
      username: z.string(),
      health: z.string(),
    }),
  ),
})
const Page = z.looseObject({
  total: z.int(),
  data: z.array(
    z.looseObject({
      id: z.int(),
      excerpt: z.string(),
      scheduled_at: z.string().nullable(),
      accounts: z.array(z.looseObject({ id: z.int() })),
    }),
  ),
})

export function accountsIn(answer: unknown) {
  const lines = Accounts.parse(answer).accounts.map(
    ({ id, platform, username, health }) => `${id}: ${platform}, ${username}, ${health}`,
  )
  return listed('Accounts (id: platform, name, health)', lines)
}

export async function slotsOf({ from, to }: Week, ask: Ask) {
  const { slots } = Slots.parse(await ask('get_queue_slots', { from, to, count: SLOTS }))
  const title =
    slots.length < SLOTS ? 'Open slots of the week' : `The first ${SLOTS} open slots of the week`
  return listed(
    title,
    slots.map(({ iso }) => iso),
  )
}

export async function postsOf({ from, to, timezone }: Week, ask: Ask) {
  const asked = { ...scheduled, from, to, per_page: MOST }
  const { data, total } = Page.parse(await ask('list_posts', asked))
  const clock = formatOf('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const lines = data.map(
    ({ id, excerpt, scheduled_at, accounts }) =>
      `${scheduled_at === null ? '' : clock.format(new Date(scheduled_at))}, accounts ${accounts.map((each) => each.id).join(' ')}, post ${id}: ${excerpt}`,
  )
  const more = total > data.length ? [`… and ${total - data.length} more: see list_posts.`] : []
  return listed('Scheduled in the week', [...lines, ...more])
}

function listed(title: string, lines: readonly string[]) {
  return [`${title}:`, ...(lines.length ? lines : ['none'])].join('\n')
}
