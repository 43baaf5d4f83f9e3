/** A row of a workspace, or about a person, in every table that has any: asked of the database, so that a later table is in it. */
import pg from 'pg'
import { z } from 'zod'
import type { TestService } from '../service.ts'

type Columns = readonly z.infer<typeof Column>[]

const Column = z.object({
  table_name: z.string(),
  column_name: z.string(),
  data_type: z.string(),
  made: z.boolean(),
  nullable: z.boolean(),
})

/** What a column's check asks for, where any value of the type will not do. */
const values: Record<string, string> = {
  'accounts.kind': `'profile'`,
  'accounts.health': `'healthy'`,
  'deliveries.status': `'published'`,
  'edits.state': `'edited'`,
  'edits.finished_at': 'now()',
  'invitations.role': `'viewer'`,
  'mail_links.kind': `'invitation'`,
  'members.role': `'viewer'`,
  'notice_ways.way': `'daily'`,
  'posts.status': `'draft'`,
  'posts.created_via': `'rest'`,
  'pulls.fetched_at': 'now()',
  'removals.state': `'removed'`,
  'removals.finished_at': 'now()',
  'schedule_entries.weekday': `'mon'`,
  'schedule_entries.time': `'09:00'`,
  'series.state': `'paused'`,
  'uploads.received_bytes': '1',
  'webhook_sends.state': `'delivered'`,
}

const byType: Record<string, (number: number) => string> = {
  ARRAY: () => `'{}'`,
  bigint: (number) => String(number),
  boolean: () => 'false',
  bytea: (number) => `'\\x${number.toString(16).padStart(64, '0')}'`,
  'character varying': (number) => `'text ${number}'`,
  date: () => `'2020-01-01'`,
  'double precision': () => '1',
  integer: () => '1',
  json: () => `'{}'`,
  jsonb: () => `'{}'`,
  smallint: () => '1',
  text: (number) => `'text-${number}'`,
  'timestamp with time zone': () => `'2020-01-01T00:00:00Z'`,
  uuid: () => 'gen_random_uuid()',
  xid8: () => 'pg_current_xact_id()',
}

/** All tables and columns there are, by table. */
export async function tablesOf({ query }: Pick<TestService, 'query'>) {
  const { rows } = await query(`
    select c.table_name, c.column_name, c.data_type,
      c.is_identity = 'YES' and c.identity_generation = 'ALWAYS' or c.is_generated = 'ALWAYS' as made,
      c.is_nullable = 'YES' as nullable
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by c.table_name, c.ordinal_position`)
  return Map.groupBy(z.array(Column).parse(rows), ({ table_name }) => table_name)
}

/** Tables with a column of this name. */
export async function tablesWith(service: Pick<TestService, 'query'>, column: string) {
  const tables = await tablesOf(service)
  return [...tables].flatMap(([name, columns]) =>
    columns.some(({ column_name }) => column_name === column) ? [name] : [],
  )
}

let last = 4_000_000

/** Writes rows past what tables do by themselves: references, events, totals. */
export async function plainly(
  { database }: Pick<TestService, 'database'>,
  work: (add: (columns: Columns, given: Record<string, string>) => Promise<void>) => Promise<void>,
) {
  const client = new pg.Client(database)
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await work(async (columns, given) => {
      await client.query(statementFor(columns, given))
    })
  } finally {
    await client.end()
  }
}

/** One more row in the table, with these columns as they are given. */
function statementFor(columns: Columns, given: Record<string, string>) {
  const table = columns[0]?.table_name ?? ''
  const filled = columns.filter(({ made, column_name }) => !made || column_name in given)
  const row = filled.map(({ column_name, data_type, nullable }) => {
    const value = given[column_name] ?? values[`${table}.${column_name}`]
    if (value !== undefined || nullable) return value ?? 'null'
    const make = byType[data_type]
    if (!make) throw new Error(`Say what ${table}.${column_name} (${data_type}) is filled with.`)
    return make(++last)
  })
  const names = filled.map(({ column_name }) => `"${column_name}"`).join(', ')
  return `insert into ${table} (${names}) overriding system value values (${row.join(', ')})`
}
