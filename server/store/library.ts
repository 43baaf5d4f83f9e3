/** Looking through the library: filters, pages and totals. */
import { type Expression, type SqlBool, sql } from 'kysely'
import { type Families, takesFile } from './fitting.ts'
import { type Item, selectItems } from './media.ts'
import { type Anchor, behind, countOf, type Window } from './paging.ts'
import type { Scope } from './schema.ts'

export interface MediaFilter {
  ids?: readonly number[] | undefined
  /** Anywhere in the name, the alt text or a tag, or a word's beginning when it is shorter than three letters; case does not matter. */
  search?: string | undefined
  type?: 'image' | 'video' | 'audio' | 'document' | 'captions' | undefined
  folder?: string | undefined
  /** All of them. */
  tags?: readonly string[] | undefined
  /** In no post, not even a deleted one, and in no series that goes on. */
  unused?: boolean | undefined
  /** Pictures that say nothing to those who do not see them. */
  without_alt?: boolean | undefined
  sha256?: string | undefined
  /** What none of these takes by itself. */
  unfit_for?: readonly Families[] | undefined
  /** Only what was deleted and can be restored. */
  deleted?: boolean | undefined
  /** Came on or after / on or before: an ISO time; or a plain date or a local time in the workspace's zone. */
  from?: string | undefined
  to?: string | undefined
}

export const mediaSorts = ['created_at', 'updated_at', 'size_bytes'] as const
export interface MediaOrder {
  sort: (typeof mediaSorts)[number]
  order: 'asc' | 'desc'
}
const newest: MediaOrder = { sort: 'created_at', order: 'desc' }

/** Anchors carry whole numbers, of milliseconds or of bytes. */
export function anchorOf(item: Item, { sort }: MediaOrder) {
  const at = sort === 'size_bytes' ? new Date(item.size_bytes).toISOString() : item[sort]
  return { at, id: item.id }
}

export async function listItems(
  scope: Scope,
  filter: MediaFilter,
  page: Window,
  by: MediaOrder = newest,
): Promise<Item[]> {
  return pageOfItems(scope, filter, page, by).execute()
}

export function pageOfItems(
  { db, workspace_id }: Scope,
  filter: MediaFilter,
  page: Window,
  by: MediaOrder,
) {
  return selectItems(db, workspace_id)
    .where(matches(workspace_id, filter))
    .where(beyond(page.after, by))
    .orderBy(by.sort, by.order)
    .orderBy('id', by.order)
    .limit(countOf(page.limit))
    .offset(countOf(page.offset))
}

/** All of them, or those behind the anchor. */
export async function countItems(
  { db, workspace_id }: Scope,
  filter: MediaFilter,
  after?: Anchor,
  by: MediaOrder = newest,
) {
  const { total } = await db
    .selectFrom('media')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('workspace_id', '=', workspace_id)
    .where(matches(workspace_id, filter))
    .where(beyond(after, by))
    .executeTakeFirstOrThrow()
  return total
}

function beyond(after: Anchor | undefined, { sort, order }: MediaOrder) {
  if (sort !== 'size_bytes') return behind(sql.ref(sort), after, order)
  if (!after) return sql<SqlBool>`true`
  const anchor = sql`(${after.at?.getTime() ?? 0}::bigint, ${after.id}::bigint)`
  const row = sql`(size_bytes, id)`
  return order === 'asc' ? sql<SqlBool>`${row} > ${anchor}` : sql<SqlBool>`${row} < ${anchor}`
}

const beginnings = {
  image: 'image/',
  video: 'video/',
  audio: 'audio/',
  document: 'application/',
  captions: 'text/',
}

/** As the index of them has it. */
export const withoutAlt = sql<SqlBool>`alt_text is null and starts_with(mime_type, 'image/')`

/** A list of what series show is short; it is made once, and not for each file. */
export function unused(workspace_id: number) {
  return sql<SqlBool>`not exists (
    select from post_media p where p.workspace_id = ${workspace_id} and p.media_id = media.id)
    and not media.id = any (array(
      select shown::bigint from series s, jsonb_path_query(
        (s.post - 'metadata') || jsonb_build_object('variations', s.variations), '$.**.media_ids[*] ? (@.type() == "number")') shown
      where s.workspace_id = ${workspace_id} and s.state in ('active', 'paused')))`
}

function matches(
  workspace_id: number,
  { ids, search, type, folder, tags, deleted = false, from, to, ...more }: MediaFilter,
): Expression<SqlBool> {
  const parts = [
    deleted ? sql`deleted_at is not null and purged_at is null` : sql`deleted_at is null`,
  ]
  if (ids) parts.push(sql`id = any (${[...ids]}::bigint[])`)
  // The index of content has no bytes that are gone.
  if (more.sha256) parts.push(sql`sha256 = ${more.sha256} and purged_at is null`)
  if (more.without_alt) parts.push(withoutAlt)
  if (more.unused) parts.push(unused(workspace_id))
  if (more.unfit_for) parts.push(sql`not ${takesFile(more.unfit_for)}`)
  if (from) parts.push(sql`created_at >= ${moment(workspace_id, from, 0)}`)
  if (to) {
    const end = isDate(to)
      ? sql`< ${moment(workspace_id, to, 1)}`
      : sql`<= ${moment(workspace_id, to, 0)}`
    parts.push(sql`created_at ${end}`)
  }
  if (search) parts.push(speaksOf(search.toLowerCase()))
  if (type) parts.push(sql`starts_with(mime_type, ${beginnings[type]})`)
  if (folder !== undefined) parts.push(sql`folder = ${folder}`)
  if (tags?.length) parts.push(sql`tags @> ${[...tags]}::text[]`)
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/** A plain date is the start of that day, or of the one `days` later, in the workspace's zone. */
function moment(workspace_id: number, text: string, days: number) {
  const zone = sql`(select timezone from workspaces where id = ${workspace_id})`
  if (isDate(text)) return sql`((${text}::date + ${days}::int)::timestamp at time zone ${zone})`
  return text.endsWith('Z')
    ? sql`${text}::timestamptz`
    : sql`(${text}::timestamp at time zone ${zone})`
}

function isDate(text: string) {
  return text.length === 'YYYY-MM-DD'.length
}

const boundaries = [' ', '\n', '-', '_', '.', '(', '#', '/']

/** An index of three letters finds nothing for two, but words' beginnings are in it with their spaces. */
function speaksOf(text: string) {
  if (!/^[\p{L}\p{N}]{1,2}$/u.test(text)) return sql`words like ${`%${literal(text)}%`}`
  const begun = boundaries.map((before) => sql`words like ${`%${literal(before)}${text}%`}`)
  return sql`(${sql.join(begun, sql` or `)})`
}

/** What is searched for stands for itself. */
function literal(text: string) {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`)
}

/** As they are taken along, newest first; one more than `most` tells that there are more. */
export async function filesLike({ db, workspace_id }: Scope, filter: MediaFilter, most: number) {
  return db
    .selectFrom('media')
    .select(['id', 'original_name', 'folder', 'size_bytes', 'blob_key'])
    .where('workspace_id', '=', workspace_id)
    .where(matches(workspace_id, filter))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most + 1)
    .execute()
}

/** What is kept as bytes, by its id, also in the bin. */
export async function filesAfter({ db, workspace_id }: Scope, after: number, limit: number) {
  return db
    .selectFrom('media')
    .select(['id', 'original_name', 'blob_key'])
    .where('workspace_id', '=', workspace_id)
    .where('id', '>', after)
    .where('purged_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}
