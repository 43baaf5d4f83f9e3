/** Snippets of a workspace. One statement a function. */
import { sql } from 'kysely'
import type { Snippet, SnippetKind } from '#rules/snippet.ts'
import type { Scope } from './schema.ts'

export type SnippetRow = Snippet

/** What may be changed of it. */
export type SnippetFields = Omit<Snippet, 'id' | 'created_at' | 'updated_at'>

export async function listSnippets(
  { db, workspace_id }: Scope,
  kind?: SnippetKind,
): Promise<SnippetRow[]> {
  return db
    .selectFrom('snippets')
    .select(shown)
    .where('workspace_id', '=', workspace_id)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'text'))
    .orderBy(sql`lower(name)`)
    .execute()
}

export async function findSnippet(
  { db, workspace_id }: Scope,
  id: number,
): Promise<SnippetRow | undefined> {
  return db
    .selectFrom('snippets')
    .select(shown)
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function insertSnippet(
  { db, workspace_id }: Scope,
  fields: SnippetFields,
  now: Date,
): Promise<SnippetRow> {
  return db
    .insertInto('snippets')
    .values({ workspace_id, ...written(fields), created_at: now, updated_at: now })
    .returning(shown)
    .executeTakeFirstOrThrow()
}

/** Undefined: there is none. */
export async function changeSnippet(
  { db, workspace_id }: Scope,
  id: number,
  fields: SnippetFields,
  now: Date,
): Promise<SnippetRow | undefined> {
  return db
    .updateTable('snippets')
    .set({ ...written(fields), updated_at: now })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirst()
}

/** False: there is none. */
export async function deleteSnippet({ db, workspace_id }: Scope, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('snippets')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const shown = [
  'id',
  'name',
  'kind',
  'content',
  'first_comment',
  'platform_content',
  'platform_options',
  'created_at',
  'updated_at',
] as const

function written({ platform_content, platform_options, ...fields }: SnippetFields) {
  return {
    ...fields,
    platform_content: JSON.stringify(platform_content),
    platform_options: JSON.stringify(platform_options),
  }
}
