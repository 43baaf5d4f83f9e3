/** Posts with their accounts and media, one statement a function. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Approval, OwnFields, StoredPost } from '#rules/post.ts'
import { later, unnamed, type Unnamed } from './columns.ts'
import { type Anchor, behind, countOf, type Window } from './paging.ts'
import { matches, orderOf, type PostFilter, type PostOrder } from './post-filter.ts'
import { media, partMedia } from './post-media.ts'
import { onPage } from './post-pages.ts'
import type { Scope } from './schema.ts'
import { type Total, totalsIn, totalsOf } from './totals.ts'
import { statementOf, type Trip } from './trip.ts'

/** Soft-deleted posts are found too. */
export async function findPost(scope: Scope, id: number) {
  const row = await selectPosts(scope).where('posts.id', '=', id).executeTakeFirst()
  return row && withAccounts(row)
}

export async function listPosts(
  scope: Scope,
  filter: PostFilter,
  page: Window,
  by: PostOrder = newest,
): Promise<StoredPost[]> {
  return (await postsOf(scope, filter, page, by).execute()).map(withAccounts)
}

/** Both in one trip, as far as their values travel. */
export async function listAndCountPosts(
  scope: Scope,
  filter: PostFilter,
  page: Window,
  { by, most, trip }: { by: PostOrder; most: number | undefined; trip: Trip | undefined },
): Promise<[StoredPost[], number]> {
  const list = listFor(scope, filter, page, { by, most })
  if (!trip || !list)
    return Promise.all([
      listPosts(scope, filter, page, by),
      countPosts(scope, filter, { by, most }),
    ])
  const [found, counts] = await trip([list.rows, list.counted])
  return [found, list.read(counts)]
}

/** A page and its total as statements, if their values travel. */
export function listFor(
  scope: Scope,
  filter: PostFilter,
  page: Window,
  { by, most }: { by: PostOrder; most: number | undefined },
) {
  const rows = statementOf(postsOf(scope, filter, page, by).compile(), withAccounts)
  const { query, read } = counting(scope, filter, { by, most })
  const counted = statementOf<Counted>(query)
  return rows && counted && { rows, counted, read }
}

function postsOf(scope: Scope, filter: PostFilter, page: Window, by: PostOrder) {
  const { time, order } = orderOf(by)
  return selectPosts(scope)
    .where('posts.id', 'in', idsOfPage(scope, filter, page, by))
    .orderBy(time, order)
    .orderBy('posts.id', order)
}

const newest = { sort: 'created_at', order: 'desc' } as const

/** The page is cut before the sub-queries run, and ordered so that no single-column index is tempting. */
export function idsOfPage(scope: Scope, filter: PostFilter, page: Window, by: PostOrder) {
  const { db, workspace_id } = scope
  const { time, order, among } = orderOf(by)
  const wanted = (some: PostFilter) =>
    sql<SqlBool>`${matches(scope, some)} and ${among} and ${reaches(scope)} and ${behind(time, page.after, order)}`
  return db
    .selectFrom('posts')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where(onPage(workspace_id, { filter, page, by, wanted, time }))
    .orderBy(time, order)
    .orderBy('id', order)
    .limit(countOf(page.limit))
    .offset(countOf(page.offset))
}

interface Range {
  after?: Anchor | undefined
  by?: PostOrder
  most?: number | undefined
}

/** All of them, or those behind the anchor; where they are counted, of more than `most` one more than that. */
export async function countPosts(scope: Scope, filter: PostFilter, range: Range = {}) {
  const { query, read } = counting(scope, filter, range)
  const { rows } = await scope.db.executeQuery<Counted>(query)
  return read(rows)
}

/** Of a total that is kept, or of what was counted now. */
interface Counted {
  what?: Total
  count: number
}

function counting(scope: Scope, filter: PostFilter, { after, by = newest, most }: Range) {
  const { db, workspace_id } = scope
  const { time, order, among } = orderOf(by)
  const known = after || by.sort === 'published_at' ? undefined : totalsOf(scope, filter)
  const read = (rows: readonly Counted[]) =>
    rows.reduce(
      (sum, { what, count }) => (!known || known.some((one) => one === what) ? sum + count : sum),
      0,
    )
  if (known) return { query: totalsIn(scope).compile(db), read }
  const found = db
    .selectFrom('posts')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where(matches(scope, filter))
    .where(among)
    .where(reaches(scope))
    .where(behind(time, after, order))
    .$if(most !== undefined, (query) => query.limit(sql.lit((most ?? 0) + 1)))
  const query = db
    .selectFrom(found.as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .compile()
  return { query, read }
}

export type NewPost = Pick<
  StoredPost,
  | 'content'
  | 'first_comment'
  | 'platform_options'
  | 'platform_content'
  | 'status'
  | 'scheduled_at'
  | 'created_via'
> &
  Partial<Pick<StoredPost, 'in_doubt' | 'thread' | 'thread_as' | 'split'> & OwnFields> & {
    charged_month: string | null
    created_by: string
  }

export async function insertPost({ db, workspace_id }: Scope, post: NewPost, now: Date) {
  const { id } = await db
    .insertInto('posts')
    .values({ workspace_id, ...columns(post), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks the post for a decision about it; who claims a delivery never waits for this, who settles one does. */
export async function lockPost(scope: Scope, id: number) {
  return locking(scope).where('id', '=', id).executeTakeFirst()
}
export type LockedPost = NonNullable<Awaited<ReturnType<typeof lockPost>>>

/** Those of them that the caller sees, locked in the order of their ids. */
export async function lockPosts(scope: Scope, ids: readonly number[]): Promise<LockedPost[]> {
  return locking(scope)
    .where('id', 'in', [0, ...ids])
    .orderBy('id')
    .execute()
}

function locking(scope: Scope) {
  return scope.db
    .selectFrom('posts')
    .select([
      'id',
      'first_comment',
      'status',
      'deleted_at',
      'scheduled_at',
      'published_at',
      'charged_month',
      'updated_at',
      'created_by',
      'approval_asked_at',
      'approval_asked_by',
      'approval_first_asked_at',
      'approval_declined',
    ])
    .where('workspace_id', '=', scope.workspace_id)
    .where(reaches(scope))
    .forNoKeyUpdate()
}

export type PostChange = Partial<
  Pick<
    NewPost,
    | 'content'
    | 'first_comment'
    | 'platform_options'
    | 'platform_content'
    | 'in_doubt'
    | 'thread'
    | 'thread_as'
    | 'split'
    | 'status'
    | 'scheduled_at'
    | 'charged_month'
    | keyof OwnFields
  > & {
    deleted_at: Date | null
    error_message: string | null
    /** It begins anew. */
    published_at: null
    /** Null takes the question back, and the answer with it. */
    approval_asked_at: null
  }
>

/** Only from the status it was decided on. What is no draft any more waits for nobody's approval. */
export async function changePost(
  { db, workspace_id }: Scope,
  { id, status }: Pick<LockedPost, 'id' | 'status'>,
  { approval_asked_at, ...change }: PostChange,
  now: Date,
) {
  const answered =
    approval_asked_at === null || (change.status !== undefined && change.status !== 'draft')
  await db
    .updateTable('posts')
    .set({ ...columns(change), ...(answered && unasked), updated_at: later(now) })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('status', '=', status)
    .executeTakeFirstOrThrow()
}

const unasked = { approval_asked_at: null, approval_asked_by: null, approval_declined: null }

/** JSON columns are sent as text: the driver would take an array for one of PostgreSQL's. */
function columns<Row extends PostChange>({
  platform_options,
  platform_content,
  thread,
  metadata,
  ...row
}: Row) {
  return {
    ...row,
    ...(thread !== undefined && { thread: thread && JSON.stringify(thread) }),
    ...(metadata !== undefined && { metadata: metadata && JSON.stringify(metadata) }),
    ...(platform_options && { platform_options: JSON.stringify(platform_options) }),
    ...(platform_content && { platform_content: JSON.stringify(platform_content) }),
  }
}

/** Posts that also go to accounts which do not exist for the caller do not exist for it either. */
export function reaches({ account_ids }: Scope): RawBuilder<SqlBool> {
  if (!account_ids) return sql<SqlBool>`true`
  return sql<SqlBool>`not exists (
    select from deliveries d
    where d.workspace_id = posts.workspace_id and d.post_id = posts.id and d.account_id <> all(${[...account_ids]}))`
}

type Account = StoredPost['socialAccounts'][number]
type Told = Omit<Account, 'pivot'> & { pivot: Unnamed<Account['pivot']> }

/** Of what was never sent nothing can be taken down or changed: a list need not look for it. */
const isBegun = "(d.attempt > 0 or d.status <> 'pending')"

const pivot = unnamed<Account['pivot']>({
  status: 'd.status',
  platform_post_id: 'd.platform_post_id',
  platform_url: 'd.platform_url',
  // As the event of a delivery tells it: migrations/0132-told-of-addresses.ts.
  url_pending:
    'owes_its_place(d.status, d.published_at, d.platform_post_id, d.platform_url, d.watch_at)',
  error_message: 'd.error_message',
  error_code: 'd.error_code',
  blocked_reason: 'd.blocked_reason',
  published_at: 'iso(d.published_at)',
  next_attempt_at: "iso(case when d.status = 'pending' then d.due_at end)",
  attempt_count: 'd.attempt',
  warnings: 'd.warnings',
  candidates: 'd.candidates',
  removal: `case when ${isBegun} then (
    select json_build_object('state', r.state, 'asked_at', iso(r.asked_at), 'finished_at', iso(r.finished_at),
      'next_attempt_at', iso(r.due_at), 'error_code', r.error_code, 'message', r.error_message,
      'act_url', case when r.state = 'failed' then d.platform_url else r.act_url end)
    from removals r where r.workspace_id = d.workspace_id and r.delivery_id = d.id and r.generation = d.generation) end`,
  // What is out stands in the last one that was carried out.
  edit: `case when ${isBegun} then (
    select json_build_object('revision', e.revision, 'state', e.state, 'content', e.content, 'options', e.options,
      'asked_at', iso(e.asked_at), 'finished_at', iso(e.finished_at), 'next_attempt_at', iso(e.due_at),
      'error_code', e.error_code, 'message', e.error_message, 'act_url', case when e.state = 'failed' then d.platform_url end,
      'out', coalesce(
        (select json_build_object('revision', o.revision, 'content', o.out_content, 'options', o.out_options) from edits o
          where o.workspace_id = d.workspace_id and o.delivery_id = d.id and o.generation = d.generation and o.state = 'edited'
          order by o.revision desc limit 1),
        json_build_object('revision', 1, 'content', null, 'options', json_build_object())))
    from edits e
    where e.workspace_id = d.workspace_id and e.delivery_id = d.id and e.generation = d.generation
    order by e.revision desc limit 1) end`,
  wording: 'd.wording',
  queue: `case when d.queue_id is not null then (
    select json_build_object('id', q.id, 'name', q.name, 'since', iso(q.held_at))
    from queues q where q.workspace_id = d.workspace_id and q.id = d.queue_id) end`,
  thread:
    "case when d.parts is not null then json_build_object('parts', d.parts, 'steps', d.steps) end",
})

const account = unnamed<Told>({
  id: 'a.id',
  platform: 'a.platform',
  kind: 'a.kind',
  name: 'a.name',
  username: 'a.username',
  avatar_url: 'a.avatar_url',
  health: 'a.health',
  sandbox: 'a.sandbox',
  pivot: pivot.values,
})

const accounts = sql<Unnamed<Told>[]>`coalesce((
  select json_agg(${sql.raw(account.values)} order by d.position)
  from deliveries d join accounts a on a.workspace_id = d.workspace_id and a.id = d.account_id
  where d.workspace_id = posts.workspace_id and d.post_id = posts.id), '[]'::json)`

/** What `selectPosts` found, under its names. */
export function withAccounts<Row extends { socialAccounts: Unnamed<Told>[] }>(row: Row) {
  return { ...row, socialAccounts: row.socialAccounts.map(accountOf) }
}

function accountOf(values: Unnamed<Told>): Account {
  const named = account.read(values)
  return { ...named, pivot: pivot.read(named.pivot) }
}

const risks = sql<StoredPost['risks']>`coalesce((
  select json_agg(json_build_object('code', r.code, 'account_id', r.account_id, 'since', iso(r.since)) order by r.since, r.code, r.account_id)
  from standing_risks r where r.workspace_id = posts.workspace_id and r.post_id = posts.id), '[]'::json)`

const series = sql<number | null>`(
  select o.series_id from occurrences o where o.workspace_id = posts.workspace_id and o.post_id = posts.id)`

const approval = sql<Approval | null>`case when approval_asked_at is not null then json_build_object(
  'state', case when approval_declined is null then 'awaiting' else 'declined' end,
  'asked_at', iso(approval_asked_at), 'reason', nullif(approval_declined, '')) end`

/** To be read by `withAccounts`. */
export function selectPosts(scope: Scope) {
  return scope.db
    .selectFrom('posts')
    .select([
      'id',
      'content',
      'status',
      'scheduled_at',
      'published_at',
      'error_message',
      'first_comment',
      'platform_content',
      'platform_options',
      'in_doubt',
      'thread',
      'thread_as',
      'split',
      'created_via',
      'created_at',
      'updated_at',
      'deleted_at',
      'external_id',
      'metadata',
      'labels',
      'note',
    ])
    .select([
      accounts.as('socialAccounts'),
      media.as('media'),
      partMedia.as('part_media'),
      approval.as('approval'),
      risks.as('risks'),
    ])
    .select(series.as('series_id'))
    .where('posts.workspace_id', '=', scope.workspace_id)
    .where(reaches(scope))
}
