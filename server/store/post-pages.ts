/**
 * Which posts make a page, where neither walking the list nor looking up what a filter leaves is quick for every value: of some
 * lists both are written down, and what is counted in the moment of reading decides.
 */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isByWeek, pageOfWeeks } from './page-of-weeks.ts'
import { behind, countOf } from './paging.ts'
import {
  type Asked,
  asksUnderWay,
  carriedOut,
  draftsOn,
  hasLabel,
  isUnderWay,
  madeIn,
  mayBeUnderWay,
  moment,
  needing,
  onceAtRisk,
  orderOf,
  type PostFilter,
  scheduleTime,
  sentToAny,
  underWay,
} from './post-filter.ts'

/** So many are looked up one by one, and sorted. */
const FEW = 500
/** So many are looked up before anything is walked for them: a series of eight years makes as many. */
const SOME = 3_000
/** So many are walked by the index alone, in about the time of a thousand that are looked up. */
const NEAR = sql.lit(20_000)

/** So many are walked before an index is read whole. */
const BESIDE = sql.lit(2_000)
/** And so many before two are that of all workspaces: whoever has fewer never pays for what others have. */
const BEFORE_ALL = sql.lit(10_000)

/** Holds of the posts of the page, and of others only where `wanted` is all there is to say. */
export function onPage(workspace_id: number, asked: Asked): Expression<SqlBool> {
  const { filter, wanted } = asked
  const isSome = filter.at_risk || filter.needs || asksUnderWay(filter.outcome ?? [])
  if (isSome && !isNoted(asked))
    return sql<SqlBool>`posts.id in (${pageOfSome(workspace_id, asked)})`
  const walked = pageOfMany(workspace_id, asked)
  const few = fewIn(workspace_id, filter, walked !== undefined)
  if (!few) return walked ? sql<SqlBool>`posts.id in (${walked})` : wanted(filter)
  const many = sql`(select count(*) from few) > ${sql.lit(few.most)}`
  const each = isNoted(asked)
    ? sql`${wanted({ ...filter, outcome: undefined })} and ${isUnderWay(workspace_id)}`
    : wanted(filter)
  return sql<SqlBool>`posts.id in (
    with few as materialized (select id from (${few.posts}) each limit ${sql.lit(few.most + 1)})
    (${pageOf(workspace_id, asked, sql`not (${many}) and posts.id in (select id from few) and ${each}`)})
    union all
    (${walked ? sql`select id from (${walked}) found where ${many}` : pageOf(workspace_id, asked, sql`${many} and ${wanted(filter)}`)}))`
}

/** Where there is another way than walking the list to its end. */
function pageOfMany(workspace_id: number, asked: Asked) {
  if (isNoted(asked)) return pageUnderWay(workspace_id, asked)
  if (isByWeek(asked)) return pageOfWeeks(workspace_id, asked)
  const { labels, search, deleted, outcome } = asked.filter
  // Of what was deleted there is little.
  if (deleted || outcome?.includes('deleted')) return undefined
  if (labels && search !== undefined)
    return pageBeside(
      workspace_id,
      asked,
      (which) => pageOfBoth(workspace_id, asked, which),
      BEFORE_ALL,
    )
  const { series_id, account_ids } = asked.filter
  if (series_id !== undefined && account_ids)
    return pageBeside(workspace_id, asked, (which) => pageOfSeries(workspace_id, asked, which))
  if (isChangedSince(asked))
    return pageBeside(workspace_id, asked, (which) => pageOfChanged(workspace_id, asked, which))
  return undefined
}

function pageOf(workspace_id: number, { page, by, time }: Asked, which: RawBuilder<unknown>) {
  const order = sql.raw(by.order)
  return sql`
    select id from posts where workspace_id = ${workspace_id} and ${which}
    order by ${time} ${order}, id ${order} limit ${countOf(page.limit + page.offset)}`
}

interface Few {
  /** All posts that such a list can have, as far as they may be few; of many, PostgreSQL begins with any. */
  posts: RawBuilder<unknown>
  most: number
}

function fewIn(
  workspace_id: number,
  { status, labels, account_ids, series_id, created_via, created_by }: PostFilter,
  walked: boolean,
): Few | undefined {
  if (status === 'draft' && account_ids)
    return { posts: draftsOn(workspace_id, account_ids), most: FEW }
  // Most that a series made is out, as a rule: there, walking the list is as quick.
  if (series_id !== undefined && status !== undefined && status !== 'published')
    return { posts: madeIn(workspace_id, series_id), most: SOME }
  if (!walked) return undefined
  if (labels) {
    const posts = sql`
      select id from posts where workspace_id = ${workspace_id} and deleted_at is null and ${hasLabel(labels)}
      order by created_at desc, id desc`
    return { posts, most: FEW }
  }
  if (account_ids) return { posts: someSentToAny(workspace_id, account_ids), most: FEW }
  const [column, value] =
    created_by === undefined
      ? (['created_via', created_via] as const)
      : (['created_by', created_by] as const)
  if (value === undefined) return undefined
  const posts = sql`
    select id from posts where workspace_id = ${workspace_id} and ${sql.ref(column)} = ${value}
    order by created_at desc, id desc`
  return { posts, most: FEW }
}

/** In order, or the table may be read from its beginning, to where an account that is new has its first. */
function someSentToAny(workspace_id: number, account_ids: readonly number[]) {
  return sql`
    select sent.id from unnest(${[...account_ids]}::bigint[]) as account (id) cross join lateral (
      select d.post_id as id from deliveries d where d.workspace_id = ${workspace_id} and d.account_id = account.id
      order by d.post_id limit ${sql.lit(FEW + 1)}) sent`
}

/** Of a filter that leaves some of all posts: which these are, and what else is asked of them. */
function someOf(workspace_id: number, { at_risk, needs, ...more }: PostFilter) {
  if (at_risk) return { some: onceAtRisk(workspace_id), more: { ...more, needs } }
  if (needs) return { some: needing(workspace_id, needs), more: { ...more, at_risk } }
  return {
    some: underWay(workspace_id),
    more: { ...more, at_risk, outcome: undefined },
    besides: mayBeUnderWay,
  }
}

/**
 * What may be at risk, under way or in need of somebody is some of all posts. Many of them lie near the anchor, as a rule, and
 * walking finds a page; where they do not, and where they are few, all are looked up and sorted, which for many takes longer than
 * having tried.
 */
function pageOfSome(workspace_id: number, asked: Asked) {
  const { filter, page, by, wanted, time } = asked
  const { at_risk } = filter
  const { some, more, besides = sql`true` } = someOf(workspace_id, filter)
  const rest = sql`${wanted(more)} and ${besides}`
  const order = sql.raw(by.order)
  const size = countOf(page.limit + page.offset)
  const walked = by.sort === 'created_at' ? NEAR : sql.lit(0)
  const isWalked = sql`(select count(*) from near) = ${size}`
  return sql`
    with some_posts (id) as materialized (${some}),
    near as materialized (
      select id from (
        select id, ${time} as at from posts
        where workspace_id = ${workspace_id} and deleted_at is null and ${behind(time, page.after, by.order)}
        order by ${time} ${order}, id ${order}
        limit (case when (select count(*) from some_posts) > ${sql.lit(SOME)} then ${walked} else 0 end)) sorted
      where (sorted.id in (select id from some_posts)) is true and ${at_risk ? stands(workspace_id) : sql`true`}
        and exists (select from posts where workspace_id = ${workspace_id} and posts.id = sorted.id and ${rest} offset 0)
      order by at ${order}, id ${order} limit ${size})
    select id from near where ${isWalked}
    union all
    (${at_risk ? pageAtRisk(workspace_id, asked, isWalked) : pageOf(workspace_id, asked, sql`not (${isWalked}) and ${wanted(filter)}`)})`
}

/** Sorted before it is asked of each post whether it stands: what comes behind the page is not asked. */
function pageAtRisk(
  workspace_id: number,
  { filter, page, by, wanted, time }: Asked,
  isWalked: RawBuilder<unknown>,
) {
  const order = sql.raw(by.order)
  return sql`
    select id from (
      select id, ${time} as at from posts
      where not (${isWalked}) and workspace_id = ${workspace_id} and deleted_at is null
        and posts.id in (${onceAtRisk(workspace_id)}) and ${wanted({ ...filter, at_risk: undefined })}
      order by 2 ${order}, id ${order} offset 0) sorted
    where ${stands(workspace_id)}
    order by at ${order}, id ${order} limit ${countOf(page.limit + page.offset)}`
}

function stands(workspace_id: number) {
  return sql`exists (
    select from standing_risks r where r.workspace_id = ${workspace_id} and r.post_id = sorted.id offset 0)`
}

/** The notes of what is half out have both times by which such lists are ordered. */
function isNoted({ filter, by }: Asked) {
  const { outcome, at_risk, needs } = filter
  return (
    asksUnderWay(outcome ?? []) &&
    !at_risk &&
    !needs &&
    (by.sort === 'created_at' || by.sort === 'scheduled_at')
  )
}

/** What is half out is walked in its own order, beside the little that is carried out in this moment. */
function pageUnderWay(workspace_id: number, asked: Asked) {
  const { filter, page, by, wanted, time } = asked
  const order = sql.raw(by.order)
  const noted = by.sort === 'created_at' ? sql`created_at` : scheduleTime
  const some = sql`
    select id, at from (
      (select id, at from (select post_id as id, ${noted} as at from half_out where workspace_id = ${workspace_id}) half
       where ${behind(sql`at`, page.after, by.order)} order by at ${order}, id ${order} limit ${BEFORE_ALL})
      union
      select id, ${time} from posts
      where workspace_id = ${workspace_id} and deleted_at is null and ${behind(time, page.after, by.order)}
        and posts.id in (${carriedOut(workspace_id)})) each
    order by at ${order}, id ${order} limit ${BEFORE_ALL}`
  const rest = sql`${wanted({ ...filter, outcome: undefined })} and ${mayBeUnderWay}`
  return pageAmong(workspace_id, asked, { some, rest, most: BEFORE_ALL }, (which) =>
    pageOf(workspace_id, asked, sql`${which} and ${wanted(filter)}`),
  )
}

/**
 * Words and a label that many posts have, and perhaps none together, which no statistics tell: both are looked up. PostgreSQL joins
 * what two indexes find only where they have no condition in common, so that the workspace is asked of what both found, and not of
 * the indexes.
 */
function pageOfBoth(
  workspace_id: number,
  { filter, page, by, wanted, time }: Asked,
  which: RawBuilder<unknown>,
) {
  const order = sql.raw(by.order)
  return sql`
    select id from (
      select id, ${time} as at from posts
      where ${which} and (workspace_id + 0) = ${workspace_id} and ${wanted(filter)} offset 0) found
    order by at ${order}, id ${order} limit ${countOf(page.limit + page.offset)}`
}

/** The list itself is walked, for some of it. */
function pageBeside(
  workspace_id: number,
  asked: Asked,
  otherwise: (which: RawBuilder<unknown>) => RawBuilder<unknown>,
  most = BESIDE,
) {
  const { filter, page, by, wanted, time } = asked
  const order = sql.raw(by.order)
  const { among } = orderOf(by)
  // Of each status there is an index in this order.
  const { status } = by.sort === 'created_at' ? filter : {}
  const some = sql`
    select id, ${time} as at from posts
    where workspace_id = ${workspace_id} and deleted_at is null and ${among} and ${isOf(status)}
      and ${behind(time, page.after, by.order)}
    order by ${time} ${order}, id ${order} limit ${most}`
  return pageAmong(workspace_id, asked, { some, rest: wanted(filter), most }, otherwise)
}

interface Walk {
  /** The first of those that the list can have, `most` of them, as `id` and `at`. */
  some: RawBuilder<unknown>
  /** What is asked of each of them. */
  rest: Expression<unknown>
  most: RawBuilder<unknown>
}

/** Some are walked, which makes a page as a rule. If it does not, and there is more, it is looked for `otherwise`. */
function pageAmong(
  workspace_id: number,
  { page, by }: Asked,
  { some, rest, most }: Walk,
  otherwise: (which: RawBuilder<unknown>) => RawBuilder<unknown>,
) {
  const order = sql.raw(by.order)
  const size = countOf(page.limit + page.offset)
  const isWalked = sql`((select count(*) from near) = ${size} or (select count(*) from beside) < ${most})`
  return sql`
    with beside as materialized (${some}),
    near as materialized (
      select id from beside
      where exists (
        select from posts where workspace_id = ${workspace_id} and posts.id = beside.id and ${rest} offset 0)
      order by at ${order}, id ${order} limit ${size})
    select id from near where ${isWalked}
    union all
    (${otherwise(sql`not ${isWalked}`)})`
}

/** What a series made and what an account has are joined by their posts, which both indexes have in order. */
function pageOfSeries(
  workspace_id: number,
  { filter, page, by, wanted, time }: Asked,
  which: RawBuilder<unknown>,
) {
  const { series_id = 0, account_ids = [], ...more } = filter
  const order = sql.raw(by.order)
  return sql`
    with made as materialized (
      select id from (${madeIn(workspace_id, series_id)}) each
      where ${which} and id in (${sentToAny(workspace_id, account_ids)}))
    select found.id from made cross join lateral (
      select id, ${time} as at from posts where workspace_id = ${workspace_id} and posts.id = made.id and ${wanted(more)} offset 0) found
    order by found.at ${order}, found.id ${order} limit ${countOf(page.limit + page.offset)}`
}

/**
 * What failed is few, and so are own ids. Of what is planned or a draft there is an index in the order of making, which is walked; in
 * the other orders, what else may leave few posts is left to its own index.
 */
function isChangedSince({ filter, by }: Asked) {
  const { updated_since, external_id, status, search, series_id, queue_id, outcome } = filter
  if (updated_since === undefined || external_id !== undefined) return false
  if (status === 'failed' || by.sort === 'updated_at') return false
  if (by.sort === 'created_at') return status === undefined || status === 'published'
  return [search, series_id, queue_id, outcome].every((each) => each === undefined)
}

/**
 * What changed since a time, as the index by change has it with all times and the status, without the table. Most of what is first
 * in a list changed since then, too; where it did not, and what is first of the changed is not wanted, the list is walked.
 * Often what changed first is what comes first: of a part of it is told beyond which time nothing can be on the page, so that the
 * rest of the index is read without sorting it.
 */
function pageOfChanged(workspace_id: number, asked: Asked, which: RawBuilder<unknown>) {
  const { filter, page, by, wanted } = asked
  const order = sql.raw(by.order)
  const size = countOf(page.limit + page.offset)
  const { among } = orderOf(by)
  const [upTo, last, never] =
    by.order === 'asc'
      ? [sql`<=`, sql`max(at)`, sql`'infinity'`]
      : [sql`>=`, sql`min(at)`, sql`'-infinity'`]
  // As no index has it: one in the order of the list would be walked with the table.
  const time = sql`coalesce(${asked.time}, ${never})`
  const since = sql`workspace_id = ${workspace_id} and updated_at >= ${moment(workspace_id, filter.updated_since ?? '', 0)}`
  const here = sql`${among} and ${isOf(filter.status)} and ${behind(time, page.after, by.order)}`
  const isWhole = sql`((select count(*) from found) = ${size} or (select count(*) from changed) < ${BESIDE})`
  return sql`
    with bound (at) as materialized (
      select case when count(*) = ${BESIDE} then ${last} else ${never} end from (
        select ${time} as at from (
          select id, created_at, scheduled_at, published_at, status from posts where ${since}
          order by updated_at ${order}, id ${order} limit ${NEAR}) posts
        where ${here} order by 1 ${order} limit ${BESIDE}) part),
    changed as materialized (
      select id, at from (
        select id, ${time} as at from posts
        where ${which} and ${since} and ${here} and ${time} ${upTo} (select at from bound) offset 0) each
      order by at ${order}, id ${order} limit ${BESIDE}),
    found as materialized (
      select id from changed
      where exists (
        select from posts where workspace_id = ${workspace_id} and posts.id = changed.id and ${wanted(filter)} offset 0)
      order by at ${order}, id ${order} limit ${size})
    select id from found where ${isWhole}
    union all
    (${pageOf(workspace_id, asked, sql`${which} and not ${isWhole} and ${wanted(filter)}`)})`
}

function isOf(status: PostFilter['status']) {
  return status ? sql`status = ${status}` : sql`true`
}
