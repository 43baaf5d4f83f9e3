/**
 * Which posts make a page, where neither walking the list nor looking up what a filter leaves is quick for every value: of some
 * lists both are written down, and what is counted in the moment of reading decides.
 */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { behind, countOf, type Window } from './paging.ts'
import {
  asksUnderWay,
  beforeEnd,
  carriedOut,
  draftsOn,
  endOf,
  hasLabel,
  isUnderWay,
  madeIn,
  mayBeUnderWay,
  moment,
  needing,
  onceAtRisk,
  orderOf,
  type PostFilter,
  type PostOrder,
  scheduleTime,
  sentToAny,
  underWay,
} from './post-filter.ts'

interface Asked {
  filter: PostFilter
  page: Window
  by: PostOrder
  /** What a list with this filter has, behind the anchor. */
  wanted: (filter: PostFilter) => Expression<SqlBool>
  /** By which it is ordered. */
  time: RawBuilder<unknown>
}

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
  const { series_id, account_ids, updated_since, status } = asked.filter
  if (series_id !== undefined && account_ids)
    return pageBeside(workspace_id, asked, (which) => pageOfSeries(workspace_id, asked, which))
  if (updated_since !== undefined && !status && asked.by.sort === 'created_at')
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
  { status, labels, account_ids, series_id }: PostFilter,
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
  return account_ids && { posts: sentToAny(workspace_id, account_ids), most: FEW }
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
  const some = sql`
    select id, ${time} as at from posts
    where workspace_id = ${workspace_id} and deleted_at is null and ${among} and ${behind(time, page.after, by.order)}
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
 * What changed since a time, as the index by change has it, without the table. Most of it was made since then, too; where it was
 * not, and what is first in the list is not wanted, the list is walked.
 */
function pageOfChanged(workspace_id: number, asked: Asked, which: RawBuilder<unknown>) {
  const { filter, page, by, wanted, time } = asked
  const order = sql.raw(by.order)
  const size = countOf(page.limit + page.offset)
  const isWhole = sql`((select count(*) from found) = ${size} or (select count(*) from changed) < ${BESIDE})`
  return sql`
    with changed as materialized (
      select id, created_at from (
        select id, created_at from posts
        where ${which} and workspace_id = ${workspace_id} and updated_at >= ${moment(workspace_id, filter.updated_since ?? '', 0)}
          and ${behind(time, page.after, by.order)} offset 0) each
      order by created_at ${order}, id ${order} limit ${BESIDE}),
    found as materialized (
      select id from changed
      where exists (
        select from posts where workspace_id = ${workspace_id} and posts.id = changed.id and ${wanted(filter)} offset 0)
      order by created_at ${order}, id ${order} limit ${size})
    select id from found where ${isWhole}
    union all
    (${pageOf(workspace_id, asked, sql`${which} and not ${isWhole} and ${wanted(filter)}`)})`
}

/** What few posts have by its nature is looked up as ever: it would be looked up for each week. */
function isByWeek({ filter, by }: Asked) {
  const { from, to, status, outcome, needs, at_risk, deleted, external_id } = filter
  const rare = [outcome, needs, at_risk || undefined, deleted || undefined, external_id]
  return (
    (from !== undefined || to !== undefined) &&
    by.sort === 'created_at' &&
    status !== 'failed' &&
    rare.every((each) => each === undefined)
  )
}

/** Written as the index posts_by_week has it. */
const weekOf = (time: RawBuilder<unknown>) => sql`date_bin('7 days', ${time}, '2001-01-01Z')`
const week = weekOf(sql`scheduled_at`)

/**
 * A part of the schedule in the order in which its posts were made. Neither order leads to it: most of what was made lies outside
 * of it, and all that lies within would have to be sorted. So each of its weeks is walked by itself, for a page.
 */
function pageOfWeeks(workspace_id: number, { filter, page, by, wanted }: Asked) {
  const { from, to, ...more } = filter
  const planned = sql`workspace_id = ${workspace_id} and deleted_at is null and scheduled_at is not null`
  const parts = [wanted(more)]
  let since = sql``
  let until = sql``
  // The times not as the index by schedule has them: that one would be read from the first day to the last for each week.
  if (from !== undefined) {
    const begin = moment(workspace_id, from, 0)
    since = sql`and ${week} >= ${weekOf(begin)}`
    parts.push(sql`scheduled_at >= ${begin}`)
  }
  if (to !== undefined) {
    const end = endOf(workspace_id, to)
    until = sql`and ${week} <= ${weekOf(end)}`
    parts.push(sql`scheduled_at ${beforeEnd(to)} ${end}`)
  }
  const order = sql.raw(by.order)
  const limit = countOf(page.limit + page.offset)
  return sql`
    with recursive weeks (week) as (
      (select ${week} from posts where ${planned} ${since} ${until} order by 1 limit 1)
      union all
      select (select ${week} from posts where ${planned} and ${week} > weeks.week ${until} order by 1 limit 1)
      from weeks where week is not null
    )
    select found.id from weeks cross join lateral (
      select id, created_at from posts where ${planned} and ${week} = weeks.week and ${sql.join(parts, sql` and `)}
      order by created_at ${order}, id ${order} limit ${limit}) found
    order by found.created_at ${order}, found.id ${order} limit ${limit}`
}
