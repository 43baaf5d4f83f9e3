/** Looking through the library: filters, pages and totals. */
import { type Expression, type SqlBool, sql } from 'kysely'
import { type Item, selectItems } from './media.ts'
import { type Anchor, behind, countOf, type Window } from './paging.ts'
import type { Scope } from './schema.ts'

export interface MediaFilter {
  /** Anywhere in the name, the alt text or a tag, or a word's beginning when it is shorter than three letters; case does not matter. */
  search?: string | undefined
  type?: 'image' | 'video' | 'audio' | 'document' | 'captions' | undefined
  folder?: string | undefined
  /** All of them. */
  tags?: readonly string[] | undefined
}

/** Newest first; `created_at` is what they are ordered by. */
export async function listItems(
  { db, workspace_id }: Scope,
  filter: MediaFilter,
  page: Window,
): Promise<(Item & { created_at: string })[]> {
  return selectItems(db, workspace_id)
    .select('created_at')
    .where(matches(filter))
    .where(behind('created_at', page.after, 'desc'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(countOf(page.limit))
    .offset(countOf(page.offset))
    .execute()
}

/** All of them, or those behind the anchor. */
export async function countItems({ db, workspace_id }: Scope, filter: MediaFilter, after?: Anchor) {
  const { total } = await db
    .selectFrom('media')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('workspace_id', '=', workspace_id)
    .where(matches(filter))
    .where(behind('created_at', after, 'desc'))
    .executeTakeFirstOrThrow()
  return total
}

const beginnings = {
  image: 'image/',
  video: 'video/',
  audio: 'audio/',
  document: 'application/',
  captions: 'text/',
}

function matches({ search, type, folder, tags }: MediaFilter): Expression<SqlBool> {
  const parts = [sql`deleted_at is null`]
  if (search) parts.push(speaksOf(search.toLowerCase()))
  if (type) parts.push(sql`starts_with(mime_type, ${beginnings[type]})`)
  if (folder !== undefined) parts.push(sql`folder = ${folder}`)
  if (tags?.length) parts.push(sql`tags @> ${[...tags]}::text[]`)
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
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
