/** What a plan for one week needs to know, in lines: no more of it than that week has. */
import { z } from 'zod'
import type { Ask } from './asking.ts'
import { dayIn } from './periods.ts'

interface Week {
  from: string
  to: string
  timezone: string
}

/** More posts than a week has room for are counted, not told. */
const MOST = 100

export const Slots = z.looseObject({
  timezone: z.string(),
  slots: z.array(z.looseObject({ iso: z.string() })),
})
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

export function slotsOf({ from, to, timezone }: Week, slots: z.infer<typeof Slots>['slots']) {
  const lines = slots
    .map(({ iso }) => ({ iso, day: dayIn(timezone, new Date(iso)) }))
    .filter(({ day }) => day >= from && day <= to)
    .map(({ iso }) => iso)
  return listed(`Open slots of the week, among the next ${slots.length}`, lines)
}

export async function postsOf({ from, to, timezone }: Week, ask: Ask) {
  const asked = { status: 'scheduled', from, to, per_page: MOST }
  const { data, total } = Page.parse(await ask('list_posts', asked))
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const lines = data
    .toSorted((a, b) => ((a.scheduled_at ?? '') < (b.scheduled_at ?? '') ? -1 : 1))
    .map(
      ({ id, excerpt, scheduled_at, accounts }) =>
        `${scheduled_at === null ? '' : clock.format(new Date(scheduled_at))}, accounts ${accounts.map((each) => each.id).join(' ')}, post ${id}: ${excerpt}`,
    )
  const more = total > data.length ? [`… and ${total - data.length} more: see list_posts.`] : []
  return listed('Scheduled in the week', [...lines, ...more])
}

function listed(title: string, lines: readonly string[]) {
  return [`${title}:`, ...(lines.length ? lines : ['none'])].join('\n')
}
