/** Data of every release, brought to the newest schema: it reads as it did, and whoever migrates beside others harms nobody. */
import assert from 'node:assert/strict'
import { after as afterAll, test } from 'node:test'
import pg from 'pg'
import { openSecret } from '#connecting/secrets.ts'
import { connect } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import { migrations } from '#store/migrations/index.ts'
import { seal } from '#store/seal.ts'
import { testDatabase } from '../database.ts'
import { answersAt, databaseOf, dumpOf, keptOf, releases, serving } from './reading.ts'

const newest = Object.keys(migrations)
const stack = new AsyncDisposableStack()
afterAll(() => stack.disposeAsync())

// Before the first test: those behind it would not be told of.
const brought = await Promise.all(
  releases().map(async (release) => {
    const { config } = stack.use(await databaseOf(dumpOf(release)))
    const before = await columnsOf(config)
    await Promise.all([migrate(config), migrate(config)])
    return { release, kept: keptOf(release), database: { config }, before }
  }),
)

test('data of a release is kept', () => assert.ok(brought.length > 0))

for (const { release, kept, database, before } of brought) {
  test(`what ${release} wrote reads through the API as it did there, migrated by two processes at once`, async () => {
    assert.deepEqual(await migrated(database.config), newest.toSorted())
    await using service = await serving(database.config, kept)
    const { 'sign-in': entry, ...answers } = kept.answers
    const now = await answersAt(service, kept, Object.keys(answers))
    assert.equal(now['sign-in'], entry)
    for (const [address, answer] of Object.entries(answers))
      assert.deepEqual(known(now[address], answer), answer, address)
  })

  test(`what ${release} sealed opens`, async () => {
    await using connected = connect(database.config, { max: 1, name: 'test' })
    const accounts = await connected.db
      .selectFrom('accounts')
      .select(['workspace_id', 'secret'])
      .execute()
    const sealed = seal(kept.secret_key)
    const whole = accounts.filter(({ secret }) => secret.length)
    assert.ok(whole.length >= 10)
    for (const { secret, workspace_id } of whole)
      assert.ok(Object.keys(openSecret(secret, sealed, workspace_id)).length)
  })

  test(`a process of ${release} finds every column that it knows, and may leave out the new ones`, async () => {
    const after = await columnsOf(database.config)
    for (const [column, { type }] of before) assert.equal(after.get(column)?.type, type, column)
    const tables = new Set([...before.keys()].map((column) => column.split('.')[0]))
    const demanded = [...after].filter(
      ([column, { required }]) =>
        required && !before.has(column) && tables.has(column.split('.')[0]),
    )
    assert.deepEqual(demanded, [])
  })
}

test('an empty database is migrated by three processes at once', async () => {
  await using database = await testDatabase()
  const client = await clientOf(database.config)
  await client.query('drop schema public cascade; create schema public')
  await client.end()
  await Promise.all([1, 2, 3].map(() => migrate(database.config)))
  assert.deepEqual(await migrated(database.config), newest.toSorted())
})

test('whoever reads a table is not kept waiting by a migration that waits for somebody else', async () => {
  await using database = await databaseOf(dumpOf(releases()[0] ?? ''))
  const [long, short] = [await clientOf(database.config), await clientOf(database.config)]
  try {
    await short.query(`delete from kysely_migration where name >= '0077'`)
    await short.query(
      'alter table instance drop column closed_as, drop column closed_at, drop column moved_to',
    )
    // As a backup does, or a report that somebody runs.
    await long.query('begin; lock table instance in access share mode')
    let waits = 0
    const migrating = migrate(database.config, 'test', {
      lock_ms: 100,
      waited: () => {
        waits += 1
        if (waits === 3) void long.query('commit')
      },
    })
    while (waits < 2) await short.query('select count(*) from instance')
    await migrating
    assert.ok(waits >= 3)
    assert.deepEqual(await migrated(database.config), newest.toSorted())
  } finally {
    await Promise.all([long.end(), short.end()])
  }
})

test('a migration that meets a caller in a deadlock gives way, and is tried again', async () => {
  await using database = await databaseOf(dumpOf(releases()[0] ?? ''))
  const [caller, other] = [await clientOf(database.config), await clientOf(database.config)]
  try {
    // It is the migration that PostgreSQL ends.
    await caller.query(`set deadlock_timeout = '1h'`)
    // As a program does that reads before it writes: later migrations drop an index of what it has read.
    await caller.query('begin; select id from deliveries limit 1')
    let waits = 0
    const ended = (async () => {
      while (!(await holdsPosts(other)));
      await caller.query(`update posts set note = 'behind the migration'`)
      await caller.query('commit')
    })()
    await migrate(database.config, 'test', { lock_ms: 10_000, waited: () => (waits += 1) })
    await ended
    assert.ok(waits >= 1)
    assert.deepEqual(await migrated(database.config), newest.toSorted())
    const { rows } = await other.query(`select from posts where note = 'behind the migration'`)
    assert.ok(rows.length > 0)
  } finally {
    await Promise.all([caller.end(), other.end()])
  }
})

test('an index of a large table is made beside those who write, by two processes at once, and over one that was given up', async () => {
  await using database = await databaseOf(dumpOf(releases()[0] ?? ''))
  const [long, short] = [await clientOf(database.config), await clientOf(database.config)]
  try {
    // As PostgreSQL leaves it when whoever made it was killed.
    await short.query('create index posts_by_week on posts (workspace_id)')
    await short.query(
      `update pg_index set indisvalid = false where indexrelid = 'posts_by_week'::regclass`,
    )
    await long.query(`begin; update posts set note = 'written meanwhile'`)
    const migrating = Promise.all([migrate(database.config), migrate(database.config)])
    let waits = false
    while (!waits) {
      const { rows } = await short.query<{ relation: boolean; waits: boolean }>(
        `select coalesce(bool_or(locktype = 'relation'), false) as relation, coalesce(bool_or(locktype = 'virtualxid'), false) as waits
        from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()
          and l.mode <> 'ShareUpdateExclusiveLock'`,
      )
      assert.equal(rows[0]?.relation, false, 'writers would wait behind it')
      waits = rows[0]?.waits ?? false
    }
    // Of posts, too: it would wait for as long as the other does.
    await short.query(`insert into posts (workspace_id, content, status, created_via, created_by, created_at, updated_at)
      select workspace_id, 'Meanwhile', 'draft', 'rest', 'key:1', now(), now() from posts limit 1`)
    await long.query('commit')
    await migrating
    assert.deepEqual(await migrated(database.config), newest.toSorted())
    const { rows } = await short.query<{ name: string; on: string }>(
      `select c.relname as name, pg_get_indexdef(c.oid) as on from pg_index i join pg_class c on c.oid = i.indexrelid
      where not i.indisvalid or c.relname = 'posts_by_week'`,
    )
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['posts_by_week'],
    )
    assert.match(rows[0]?.on ?? '', /date_bin/)
  } finally {
    await Promise.all([long.end(), short.end()])
  }
})

test('an upgraded database has the indexes of a new one', async () => {
  const [upgraded] = brought
  assert.ok(upgraded)
  await using database = await testDatabase()
  assert.deepEqual(await indexesOf(upgraded.database.config), await indexesOf(database.config))
})

test('no index that is made beforehand goes again: a process that began a moment later would make it anew behind that', async () => {
  await using database = await testDatabase()
  const { rows } = await asked<{ name: string }>(
    database.config,
    `select indexname as name from pg_indexes where schemaname = 'public'`,
  )
  const there = new Set(rows.map(({ name }) => name))
  const made = Object.values(migrations).flatMap(({ indexes = {} }) => Object.keys(indexes))
  assert.ok(made.length > 0)
  assert.deepEqual(
    made.filter((name) => !there.has(name)),
    [],
  )
})

/**
 * Of an answer what was known of it: a later version tells more, and of more numbers that a platform `tells`. What a list of tools
 * lets an app do is said in sentences for people, which follow its tools.
 */
function known(now: unknown, before: unknown, name = ''): unknown {
  if (Array.isArray(now) && Array.isArray(before)) {
    if (name === 'tells') return now.filter((each) => before.includes(each))
    if (before.some((each) => isObject(each) && 'can' in each))
      return before.filter((each) => now.some((one) => nameOf(one) === nameOf(each)))
    return now.map((each, at) => known(each, before[at]))
  }
  if (!isObject(now) || !isObject(before)) return now
  return Object.fromEntries(
    Object.entries(now).flatMap(([name, value]) =>
      name in before ? [[name, known(value, before[name], name)]] : [],
    ),
  )
}

const nameOf = (value: unknown) => (isObject(value) ? value['name'] : undefined)

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether somebody has kept writers of posts out. */
async function holdsPosts(client: pg.Client) {
  const { rowCount } = await client.query(
    `select from pg_locks where granted and relation = 'posts'::regclass and mode = 'ShareRowExclusiveLock'`,
  )
  return rowCount
}

async function migrated(config: pg.PoolConfig) {
  const { rows } = await asked<{ name: string }>(config, 'select name from kysely_migration')
  return rows.map(({ name }) => name).toSorted()
}

async function indexesOf(config: pg.PoolConfig) {
  const { rows } = await asked<{ on: string; valid: boolean }>(
    config,
    `select pg_get_indexdef(c.oid) as on, i.indisvalid as valid from pg_index i
    join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' order by c.relname`,
  )
  return rows
}

async function columnsOf(config: pg.PoolConfig) {
  const { rows } = await asked<{
    name: string
    type: string
    required: boolean
  }>(
    config,
    `select table_name || '.' || column_name as name, data_type as type,
      is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER' as required
    from information_schema.columns where table_schema = 'public'`,
  )
  return new Map(rows.map(({ name, type, required }) => [name, { type, required }]))
}

async function asked<Row extends pg.QueryResultRow>(config: pg.PoolConfig, text: string) {
  const client = await clientOf(config)
  try {
    return await client.query<Row>(text)
  } finally {
    await client.end()
  }
}

async function clientOf(config: pg.PoolConfig) {
  const client = new pg.Client(config)
  await client.connect()
  return client
}
