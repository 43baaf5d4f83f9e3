/** Sets of accounts. One statement a function. */
import { sql } from 'kysely'
import type { Scope } from './schema.ts'

export interface AccountSetRow {
  id: number
  name: string
  /** Those that are connected, and that whoever asks sees. */
  account_ids: number[]
  created_at: string
  updated_at: string
}

export async function listAccountSets(scope: Scope): Promise<AccountSetRow[]> {
  return selectSets(scope)
    .orderBy(sql`lower(name)`)
    .execute()
}

export async function findAccountSets(
  scope: Scope,
  ids: readonly number[],
): Promise<AccountSetRow[]> {
  return selectSets(scope)
    .where('id', 'in', [0, ...ids])
    .execute()
}

function selectSets({ db, workspace_id, account_ids }: Scope) {
  const seen = account_ids ? sql`and a.id = any (${[...account_ids]}::bigint[])` : sql``
  const live = sql<number[]>`(
    select coalesce(jsonb_agg(a.id order by wanted.position), '[]')
    from unnest(account_sets.account_ids) with ordinality as wanted (id, position)
    join accounts a on a.workspace_id = account_sets.workspace_id and a.id = wanted.id and a.removed_at is null ${seen})`
  return db
    .selectFrom('account_sets')
    .select(['id', 'name', live.as('account_ids'), 'created_at', 'updated_at'])
    .where('workspace_id', '=', workspace_id)
}

export async function insertAccountSet(
  { db, workspace_id }: Scope,
  { name, account_ids }: { name: string; account_ids: readonly number[] },
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('account_sets')
    .values({
      workspace_id,
      name,
      account_ids: [...account_ids],
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False: there is none. */
export async function changeAccountSet(
  { db, workspace_id }: Scope,
  id: number,
  { name, account_ids }: { name?: string | undefined; account_ids?: readonly number[] | undefined },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_sets')
    .set({
      ...(name !== undefined && { name }),
      ...(account_ids && { account_ids: [...account_ids] }),
      updated_at: now,
    })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False: there is none. */
export async function deleteAccountSet({ db, workspace_id }: Scope, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_sets')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
