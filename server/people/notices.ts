/** What people are told without asking: their bell, and how it comes by mail. */
import { z } from 'zod'
import {
  accountsOf,
  type Item,
  NoticeKind,
  notices,
  placeOfAccount,
  placeOfPost,
  postsOf,
  Way,
  wordsOf,
} from '#rules/notice.ts'
import { inParts } from '#rules/notice-parts.ts'
import { wrong } from '#rules/problem.ts'
import { firstWords } from '#rules/text.ts'
import { postsInShort } from '#store/noticed.ts'
import {
  clockOf,
  countUnread,
  dayOfNotices,
  listNotices,
  readNotices,
  readOver,
  setDay,
  setWays,
  waysOf,
} from '#store/notices.ts'
import { findPerson } from '#store/persons.ts'
import type { Scope } from '#store/schema.ts'
import { countStanding, standingOf } from '#store/standing.ts'
import { findWorkspace, knowsZone } from '#store/workspaces.ts'
import type { Membership } from './members.ts'
import type { People } from './people.ts'

const PAGE = 30
/** Characters of a post's text. */
const EXCERPT = 60

export const Asked = z.strictObject({
  before: z.coerce.number().int().min(1).optional(),
  unread: z.stringbool().default(false),
})
export const Read = z.strictObject({
  ids: z.array(z.int().min(1)).min(1).max(1_000).optional().describe('Left out: all.'),
})

const ways = z.partialRecord(NoticeKind, Way)

export const Preferences = z.strictObject({
  ways: ways.optional(),
  daily_at: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time such as 08:00.')
    .optional(),
  timezone: z.string().max(100).nullable().optional(),
})

/** The latest first; `unread` counts all of them. What is over counts as read: nobody has to do anything about it. */
export async function bellOf(
  people: People,
  { workspace_id, person_id }: Membership,
  { before, unread }: z.output<typeof Asked>,
  platform_name: (id: string) => string,
) {
  const scope = { db: people.db, workspace_id }
  const zone = await clockOf(scope, person_id)
  const rows = await listNotices(scope, person_id, { before, unread, limit: PAGE + 1 })
  const page = rows.slice(0, PAGE)
  const named = await postsInShort(
    scope,
    page.flatMap((row) => postsOf(row).ids),
  )
  const settled = await settledOf(scope, page)
  const over = page.filter((row) => settled.has(row.id) && row.read_at === null)
  const at = people.now()
  await readOver(
    scope,
    person_id,
    over.map(({ id, count }) => ({ id, count })),
    at,
  )
  const shown = page.map((row) => {
    const { id, kind, count, items, first_at, last_at } = row
    const read_at = over.includes(row) ? at.toISOString() : row.read_at
    const { title, lines } = wordsOf(row, { platform: platform_name, zone })
    const { ids, more } = postsOf(row)
    // One that was deleted has no place any more.
    const posts = ids.flatMap((post_id) => {
      const post = named.get(post_id)
      if (!post) return []
      const text = firstWords(post.content, EXCERPT)
      return [{ id: post_id, text, at: post.at, place: placeOfPost(kind, post_id) }]
    })
    const places = placesOf(kind, items, workspace_id)
    const accounts = accountsOf(row).map(({ account_id, name, platform }) => ({
      id: account_id,
      name,
      platform,
    }))
    return {
      id,
      kind,
      title,
      lines,
      parts: inParts(row),
      count,
      accounts,
      posts,
      more,
      places,
      first_at,
      last_at,
      read_at,
      settled: settled.has(id),
    }
  })
  const more = rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null
  return { notices: shown, before: more, unread: await countUnread(scope, person_id) }
}

type Row = Awaited<ReturnType<typeof listNotices>>[number]

/** The ids of those of which nothing stands any more. Of what tells of more than it keeps, all of its cause is counted. */
async function settledOf(scope: Scope, rows: readonly Row[]) {
  const groups = new Map<string, Row[]>()
  const settled = new Set<number>()
  for (const row of rows) {
    if (row.count > row.items.length) {
      if ((await countStanding(scope, row)) === 0) settled.add(row.id)
      continue
    }
    // What is asked of one risk is not asked of another.
    const key = row.kind === 'at_risk' ? `${row.kind} ${row.cause}` : row.kind
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const items = group.flatMap((row) => row.items)
    const stands = await standingOf(scope, first, items)
    if (!stands) continue
    for (const row of group) if (!row.items.some(stands)) settled.add(row.id)
  }
  return settled
}

const ofPosts = new Set<NoticeKind>(['maybe_twice', 'removal_failed', 'edit_failed', 'at_risk'])

/** Where a person does something about it: paths of this service. */
function placesOf(kind: NoticeKind, items: readonly Item[], workspace_id: number) {
  if (kind === 'decision')
    return items.map(
      ({ post_id, account_id }) => `/answers/${workspace_id}/${post_id}/${account_id}`,
    )
  if (ofPosts.has(kind)) {
    const posts = new Set(items.flatMap(({ post_id }) => post_id ?? []))
    return [...posts].map((id) => placeOfPost(kind, id))
  }
  const accounts = accountsOf({ kind, items })
  if (accounts.length) return accounts.map(({ account_id }) => placeOfAccount(account_id ?? 0))
  return [kind === 'key_ending' ? '/keys' : '/']
}

export async function markRead(
  people: People,
  { workspace_id, person_id }: Membership,
  { ids }: z.output<typeof Read>,
) {
  await readNotices({ db: people.db, workspace_id }, person_id, ids, people.now())
}

export async function preferencesOf({ db }: People, { workspace_id, person_id, role }: Membership) {
  const scope = { db, workspace_id }
  const chosen = await waysOf(scope, person_id)
  const { daily_at, timezone } = await dayOfNotices(scope, person_id)
  const [{ timezone: workspace_timezone }, person] = await Promise.all([
    findWorkspace(scope),
    findPerson(db, person_id),
  ])
  const own_timezone = person?.timezone ?? null
  const kinds = NoticeKind.options
    .filter((kind) => notices[kind].roles.includes(role))
    .map((kind) => {
      const { label, way } = notices[kind]
      return { kind, label, way: chosen.get(kind) ?? way, usual: way }
    })
  return { kinds, daily_at, timezone, own_timezone, workspace_timezone }
}

export async function changePreferences(
  people: People,
  member: Membership,
  { ways: wanted = {}, daily_at, timezone }: z.output<typeof Preferences>,
) {
  const { workspace_id, person_id } = member
  if (timezone && !(await knowsZone(people.db, timezone)))
    throw wrong('timezone', 'Use a zone such as Europe/Berlin.')
  await people.db.transaction().execute(async (db) => {
    const scope = { db, workspace_id }
    await setWays(scope, person_id, wanted)
    if (daily_at === undefined && timezone === undefined) return
    const before = await dayOfNotices(scope, person_id)
    await setDay(scope, person_id, {
      daily_at: daily_at ?? before.daily_at,
      timezone: timezone === undefined ? before.timezone : timezone,
    })
  })
  return preferencesOf(people, member)
}

/** By the address in a mail. Nothing happens for whoever has left. */
export async function stopNotices(
  { db }: Pick<People, 'db'>,
  {
    workspace_id,
    person_id,
    kinds,
  }: Pick<Membership, 'workspace_id' | 'person_id'> & {
    kinds: readonly NoticeKind[]
  },
) {
  const off = Object.fromEntries(kinds.map((kind) => [kind, 'off' as const]))
  await setWays({ db, workspace_id }, person_id, off)
}
