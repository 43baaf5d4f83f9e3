/** Which tables a backup holds, asked of the database itself: a new table is in it unless it is named here. */
import type pg from 'pg'
import { z } from 'zod'

/**
 * What ends with the instance that it was made by, or is made anew: sign-ins, authorizations under way, uploads that are not
 * whole, mails (they would be sent a second time), and other forms of files. And what knows of the database itself.
 */
const LEFT_OUT = new Set([
  'attempts_at_secrets',
  'connects',
  'database_mark',
  'instance',
  'kysely_migration',
  'kysely_migration_lock',
  'loose_blobs',
  'mails',
  'oauth_entries',
  'oidc_requests',
  'offers',
  'passkey_challenges',
  'rate_budgets',
  'renditions',
  'sessions',
  'uploads',
])

/** Table and columns as they are copied; generated ones come by themselves. */
export const Tables = z.record(z.string(), z.array(z.string()))
export type Tables = z.infer<typeof Tables>

/** Whatever a database knows of itself: it is filled in by itself wherever rows come to. */
const OF_DATABASE = new Set([
  'database_mark',
  'instance',
  'kysely_migration',
  'kysely_migration_lock',
])

/** All that a backup holds; `whole`: all that there is. */
export async function tablesOf(client: pg.ClientBase, whole = false): Promise<Tables> {
  const left_out = whole ? OF_DATABASE : LEFT_OUT
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`)
  return Object.fromEntries(
    rows.filter(({ name }) => !left_out.has(name)).map(({ name, columns }) => [name, columns]),
  )
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The statement's names of a table with its columns. */
export function copied(table: string, columns: readonly string[]) {
  return `${quoted(table)} (${columns.map(quoted).join(', ')})`
}

/**
 * Empties all tables and lets `load` fill them in any order, without what tables do by themselves: references and indexes are
 * dropped and made again, which checks the ones and makes the others in a third of the time; triggers would tell of everything as
 * if it happened now.
 */
export async function unbound(client: pg.ClientBase, tables: Tables, load: () => Promise<void>) {
  const { rows: references } = await client.query<{ table: string; name: string; made: string }>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as made
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  const each = async (statements: readonly string[]) => {
    for (const statement of statements) await client.query(statement)
  }
  const names = Object.keys(tables)
  await each(
    references.map(({ table, name }) => `alter table ${table} drop constraint ${quoted(name)}`),
  )
  const indexes = await indexesOf(client, names)
  const emptied = new Set([...names, ...LEFT_OUT].filter((name) => !OF_DATABASE.has(name)))
  await client.query(`truncate ${[...emptied].map(quoted).join(', ')}`)
  await each(indexes.map(({ name }) => `drop index ${name}`))
  await each(names.map((name) => `alter table ${quoted(name)} disable trigger user`))
  await load()
  await each(names.map((name) => `alter table ${quoted(name)} enable trigger user`))
  await each(indexes.map(({ made }) => made))
  await each(
    references.map(
      ({ table, name, made }) => `alter table ${table} add constraint ${quoted(name)} ${made}`,
    ),
  )
}

/** Those that belong to no constraint: keys stay, and rows are found by them. */
async function indexesOf(client: pg.ClientBase, tables: readonly string[]) {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
    from pg_index join pg_class c on c.oid = indrelid
    where c.relnamespace = 'public'::regnamespace and c.relname = any ($1)
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by 1`,
    [tables],
  )
  return rows
}

/** Numbers that the original gave after the backup are in other people's hands: none of them is given twice. */
const MARGIN = 100_000

export async function passNumbers(client: pg.ClientBase, tables: Tables) {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select c.relname as table, a.attname as column,
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and a.attidentity <> '' and not a.attisdropped`)
  for (const { table, column, sequence } of rows) {
    if (!(table in tables)) continue
    await client.query(
      `select setval($1, (select coalesce(max(${quoted(column)}), 0) from ${quoted(table)}) + ${MARGIN})`,
      [sequence],
    )
  }
}
