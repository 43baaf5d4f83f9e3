/** What is worth a thought about a time: another post of one of these accounts close to it, and the night. */
import { useQuery } from '@tanstack/react-query'
import { plannedQuery } from '../../api/posts.ts'
import { momentOf } from '../../calendar/days.ts'
import { useHere } from '../../shell/here.ts'
import { calledOf } from '../../ui/called.ts'
import { Icon } from '../../ui/icon.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { cityOf, moment } from '../../words/format.ts'
import { words } from '../../words/write.ts'
import type { When } from '../../writing/composition.ts'

/** Milliseconds in which two posts of an account stand in each other's way. */
const NEAR = 10 * 60_000
/** The hour at which days begin for most people who are to read it. */
const MORNING = 5

export function NearTime({
  when: { date, time },
  account_ids,
  timezone,
  post,
}: {
  when: Extract<When, { way: 'at' }>
  account_ids: readonly number[]
  timezone: string
  /** The post that is edited, which is not in its own way. */
  post: number | undefined
}) {
  const here = useHere()
  const at = momentOf(date, time, timezone)
  const away = (ms: number) => new Date(at + ms).toISOString()
  const { data = [] } = useQuery({
    ...plannedQuery(here, {
      from: away(-NEAR),
      to: away(NEAR),
      account_ids: account_ids.toSorted((a, b) => a - b),
    }),
    enabled: account_ids.length > 0,
  })
  const near = data
    .filter(({ id }) => id !== post)
    .flatMap(({ scheduled_at, socialAccounts }) =>
      socialAccounts
        .filter(({ id }) => account_ids.includes(id))
        .map((account) => ({ account, at: scheduled_at ?? away(0) })),
    )
  const notes = [
    ...near.map(({ account, at }) =>
      words.write.near(
        `${calledOf(account)} (${platformName(account.platform)})`,
        moment(new Date(at), 'time', timezone),
      ),
    ),
    ...(Number(time.slice(0, 2)) < MORNING ? [words.write.night(cityOf(timezone))] : []),
  ]
  return (
    <ul role="status" className="grid gap-1 text-sm text-warn empty:hidden">
      {[...new Set(notes)].map((note) => (
        <li key={note} className="flex items-start gap-1.5">
          <Icon name="warning" className="mt-0.5 size-4" />
          <span className="min-w-0 break-words">{note}</span>
        </li>
      ))}
    </ul>
  )
}
