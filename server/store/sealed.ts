/** Every column that is sealed, and under what context: what changing the key goes through. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

/** Whose a sealed value is and what for: it opens under no other. */
export const contexts = {
  account: (workspace_id: number) => `account:${workspace_id}`,
  webhook: (workspace_id: number) => `webhook:${workspace_id}`,
  offer: (workspace_id: number) => `offer:${workspace_id}`,
  reply: (workspace_id: number) => `reply:${workspace_id}`,
  connect: 'connect',
  oauth: (model: string) => `oauth:${model}`,
  oidc: 'oidc request',
  second_factor: (person_id: number) => `second factor:${person_id}`,
  platform_app: (platform: string) => `platform app:${platform}`,
  /** Of the row about the instance, which changes with the key itself. */
  instance: 'instance',
  client_keys: 'client keys',
}

export interface SealedColumn {
  table: string
  column: string
  /** What the context is made of; none: it is one for all rows. */
  of?: string
  context: (of: string) => string
}

const numbered = (context: (id: number) => string) => (of: string) => context(Number(of))

export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'accounts',
    column: 'secret',
    of: 'workspace_id',
    context: numbered(contexts.account),
  },
  ...['secret', 'old_secret'].map((column) => ({
    table: 'webhooks',
    column,
    of: 'workspace_id',
    context: numbered(contexts.webhook),
  })),
  {
    table: 'webhook_old_secrets',
    column: 'secret',
    of: 'workspace_id',
    context: numbered(contexts.webhook),
  },
  { table: 'connects', column: 'keep', context: () => contexts.connect },
  { table: 'offers', column: 'accounts', of: 'workspace_id', context: numbered(contexts.offer) },
  { table: 'replies', column: 'body', of: 'workspace_id', context: numbered(contexts.reply) },
  { table: 'oauth_entries', column: 'body', of: 'model', context: contexts.oauth },
  { table: 'oidc_requests', column: 'keep', context: () => contexts.oidc },
  {
    table: 'second_factors',
    column: 'sealed_secret',
    of: 'person_id',
    context: numbered(contexts.second_factor),
  },
  {
    table: 'platform_apps',
    column: 'client_secret',
    of: 'platform',
    context: contexts.platform_app,
  },
]

export interface SealedValue {
  /** Where the row lies. It lies elsewhere once it was changed, with other bytes. */
  at: string
  of: string
  value: Buffer
}

/** Pages of the table, of 8 kB each unless PostgreSQL was built otherwise. */
export async function pagesOf(db: Db, { table }: SealedColumn): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select pg_relation_size(${table}::regclass) / current_setting('block_size')::int as pages`.execute(
    db,
  )
  return rows[0]?.pages ?? 0
}

/** In these pages, what does not begin with the mark of the key. */
export async function listSealedOtherwise(
  db: Db,
  { table, column, of }: SealedColumn,
  { mark, from, to }: { mark: Buffer; from: number; to: number },
): Promise<SealedValue[]> {
  const value = sql.ref(column)
  const { rows } = await sql<SealedValue>`
    select ctid::text as at, ${of === undefined ? sql`''` : sql`${sql.ref(of)}::text`} as of, ${value} as value
    from ${sql.table(table)}
    where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${to},0)`}::tid
      and ${sealedOtherwise(value, mark)}`.execute(db)
  return rows
}

export async function countSealedOtherwise(
  db: Db,
  { table, column }: SealedColumn,
  mark: Buffer,
): Promise<number> {
  const value = sql.ref(column)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}
    where ${sealedOtherwise(value, mark)}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Puts what was sealed anew in place of the very bytes that it was made of: what somebody wrote meanwhile stays, and what
 * somebody is about to write is left to the next time. Answers how many were put.
 */
export async function putSealed(
  db: Db,
  { table, column }: SealedColumn,
  values: readonly (SealedValue & { fresh: Buffer })[],
): Promise<number> {
  if (!values.length) return 0
  const value = sql.ref(column)
  const name = sql.table(table)
  return db.transaction().execute(async (tx) => {
    // Nobody has changed anything: nobody is told so.
    await sql`select set_config('crier.resealing', 'on', true)`.execute(tx)
    const { numAffectedRows } = await sql`
      with free as (
        select t.ctid as at, given.fresh
        from unnest(${values.map(({ at }) => at)}::tid[], ${values.map((each) => each.value)}::bytea[],
          ${values.map(({ fresh }) => fresh)}::bytea[]) as given(at, old, fresh)
        join ${name} t on t.ctid = given.at and t.${value} = given.old
        for update of t skip locked)
      update ${name} t set ${value} = free.fresh from free where t.ctid = free.at`.execute(tx)
    return Number(numAffectedRows ?? 0)
  })
}

/** What is empty was never sealed: of an account that was disconnected there is nothing left. */
function sealedOtherwise(value: RawBuilder<unknown>, mark: Buffer) {
  return sql`octet_length(${value}) > 0 and substring(${value} from 1 for ${mark.length}) <> ${mark}`
}
