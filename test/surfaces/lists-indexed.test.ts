/** Lists are answered from indexes: each filter and order that pages use, on a table where reading all of it would show. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { z } from 'zod'
import { connect } from '#database/connect.ts'
import { countPosts, idsOfPage, listPosts } from '#store/posts.ts'
import { plannedQuery } from '#store/planned.ts'
import type { PostFilter, PostOrder } from '#store/post-filter.ts'
import type { Window } from '#store/paging.ts'
import { type MediaFilter, type MediaOrder, mediaSorts, pageOfItems } from '#store/library.ts'
import { testDatabase } from '../database.ts'
import { plantFiles } from './many-files.ts'
import { plant, POSTS } from './many-posts.ts'

const database = await testDatabase()
const { db, [Symbol.asyncDispose]: close } = connect(database.config, {
  max: 1,
  name: 'crier-test',
})
after(async () => {
  await close()
  await database[Symbol.asyncDispose]()
})
const { workspace_id, common, second, rare, middle, series, rare_series } = await plant(db)
// Before any test begins: the first would wait for the one connection meanwhile, and give up where that takes long.
await plantFiles(db, workspace_id)
const scope = { db, workspace_id }

const newest: PostOrder = { sort: 'created_at', order: 'desc' }
const oldest: PostOrder = { sort: 'created_at', order: 'asc' }
const plan: PostOrder = { sort: 'scheduled_at', order: 'asc' }
const window: Window = { limit: 21, offset: 0 }
const behind = { ...window, after: { at: middle, id: 0 } }

const filters: Record<string, PostFilter> = {
  nothing: {},
  'a status': { status: 'scheduled' },
  drafts: { status: 'draft' },
  'what was deleted': { deleted: true },
  'an account': { account_ids: [common] },
  'an account with few posts': { account_ids: [rare] },
  'a status on an account with few posts': { status: 'published', account_ids: [rare] },
  'a label': { labels: ['common'] },
  'a label that few have': { labels: ['rare', 'none'] },
  'an own id': { external_id: 'own 77' },
  'a word': { search: 'walk' },
  'a word that few have': { search: 'needle7' },
  'a word that nobody wrote': { search: 'unheard' },
  'a surface': { created_via: 'rest' },
  'a surface that few used': { created_via: 'dashboard' },
  'a key': { created_by: 'key:1' },
  'a key that made few': { created_by: 'key:2' },
  'what changed': { updated_since: '2998-01-01T00:00:00Z' },
  'a month': { from: '2026-02-01', to: '2026-02-28' },
  'what failed': { outcome: ['failed', 'partial'] },
  'what is under way': { outcome: ['publishing'] },
  'what needs a decision': { needs: ['decision'] },
  'what needs a reconnect': { needs: ['reconnect'] },
  'what needs approval': { needs: ['approval'] },
  'what is at risk, which few are': { at_risk: true },
  'what is not at risk': { at_risk: false },
  'a series': { series_id: series },
  'a series that made few': { series_id: rare_series },
  'a queue in which few stand': { queue_id: 1 },
  'a status with a label': { status: 'draft', labels: ['common'] },
  'a status with a label that few have': { status: 'published', labels: ['rare'] },
  'a status with a word that few have': { status: 'published', search: 'needle7' },
  'a status with a word that nobody wrote': { status: 'scheduled', search: 'unheard' },
  'a label on an account with few posts': { labels: ['common'], account_ids: [rare] },
  'a series that made few, by status': { series_id: rare_series, status: 'published' },
  'an own id on an account': { external_id: 'own 77', account_ids: [common] },
  'what changed since some were made': { updated_since: '2026-07-01' },
  'a label with a word': { labels: ['common'], search: 'walk' },
  'a label with a word, in none': { labels: ['common'], search: 'bread' },
  'a label that few have with a word': { labels: ['rare'], search: 'walk' },
  'what is under way on an account': { outcome: ['publishing'], account_ids: [common] },
  'a month with a label': { labels: ['common'], from: '2026-02-01', to: '2026-02-28' },
  'a month with a label that few have': { labels: ['rare'], from: '2026-02-01', to: '2026-02-28' },
  'a month on an account': { account_ids: [common], from: '2026-02-01', to: '2026-02-28' },
  'a month on an account with few posts': {
    account_ids: [rare],
    from: '2026-02-01',
    to: '2026-02-28',
  },
  'drafts on an account': { status: 'draft', account_ids: [common] },
  'drafts on an account with few posts': { status: 'draft', account_ids: [rare] },
  'what is at risk on an account': { at_risk: true, account_ids: [common] },
}

const Plan: z.ZodType<Node> = z.lazy(() =>
  z.looseObject({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Index Name': z.string().optional(),
    'Plan Rows': z.number(),
    'Actual Rows': z.number(),
    'Actual Loops': z.number(),
    'Rows Removed by Filter': z.number().default(0),
    'Shared Hit Blocks': z.number(),
    'Shared Read Blocks': z.number(),
    Plans: z.array(Plan).default([]),
  }),
)
interface Node {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Index Name'?: string | undefined
  'Plan Rows': number
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number | undefined
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[] | undefined
}

for (const [name, filter] of Object.entries(filters)) {
  for (const by of [newest, plan]) {
    for (const page of [window, behind]) {
      const where = page.after ? ', behind an anchor' : ''
      test(`${name} by ${by.sort}${where} is read from an index`, async () => {
        const whole = await explained(idsOfPage(scope, filter, page, by).compile())
        const scans = nodesIn(whole).filter(
          (node) =>
            node['Node Type'] === 'Seq Scan' &&
            ['posts', 'deliveries', 'occurrences'].includes(node['Relation Name'] ?? ''),
        )
        assert.deepEqual(scans, [])
      })
    }
  }
}

/** What a page costs in blocks, where a table of POSTS has thousands: what few have is found without walking over the rest. */
for (const [name, filter] of Object.entries(filters)) {
  if (!/few|nobody|own id|needs|failed|nothing|drafts/.test(name)) continue
  test(`${name} costs few blocks`, async () => {
    const whole = await explained(idsOfPage(scope, filter, window, newest).compile())
    const blocks = whole['Shared Hit Blocks'] + whole['Shared Read Blocks']
    assert.ok(blocks < 400, `${blocks} blocks`)
  })
}

/** Of a million posts it would otherwise walk over all for the page that it takes to be near. */
for (const [name, filter] of Object.entries({
  label: { labels: ['none'] },
  word: { search: 'unheard' },
} satisfies Record<string, PostFilter>)) {
  test(`a ${name} that PostgreSQL has never seen is not planned for as that of many posts`, async () => {
    const whole = await explained(idsOfPage(scope, filter, window, newest).compile())
    const planned = nodesIn(whole)
      .filter((node) => node['Relation Name'] === 'posts')
      .map((node) => node['Plan Rows'])
    assert.ok(planned.length > 0 && Math.max(...planned) < 10, planned.join())
  })
}

const february = { from: '2026-02-01', to: '2026-02-28' }

/** The zone of the workspace is asked once: a walk begins and ends at the time that was given. */
for (const [name, filter, by] of [
  ['a month', { from: '2026-02-01', to: '2026-02-28' }, plan],
  ['a month with a status', { status: 'failed', from: '2026-02-01', to: '2026-02-28' }, plan],
  ['a month', february, newest],
  ['a month with a label', { ...february, labels: ['common'] }, newest],
  ['what failed', { outcome: ['failed'] }, newest],
  [
    'drafts on an account that has many posts and no draft',
    { status: 'draft', account_ids: [second] },
    newest,
  ],
  ['a time that has no posts', { from: '2027-02-01', to: '2027-02-28' }, plan],
  ['what changed', { updated_since: '2026-10-01' }, { sort: 'updated_at', order: 'asc' }],
] as const satisfies readonly (readonly [string, PostFilter, PostOrder])[]) {
  test(`${name} by ${by.sort} is not walked to from the beginning`, async () => {
    const whole = await explained(idsOfPage(scope, filter, window, by).compile())
    const blocks = whole['Shared Hit Blocks'] + whole['Shared Read Blocks']
    assert.ok(blocks < 200, `${blocks} blocks`)
  })
}

/** A page of each of its weeks, and four blocks for each post of them, where walking there reads tens of thousands. */
test('a month on an account by created_at is not walked to from the beginning', async () => {
  const filter = { ...february, account_ids: [common] }
  const whole = await explained(idsOfPage(scope, filter, window, newest).compile())
  const blocks = whole['Shared Hit Blocks'] + whole['Shared Read Blocks']
  assert.ok(blocks < 800, `${blocks} blocks`)
})

/** Sorted first: of forty that may be at risk, the page alone is asked. */
test('of what may be at risk, what comes behind the page is not asked', async () => {
  const whole = await explained(
    idsOfPage(scope, { at_risk: true }, { ...window, limit: 5 }, newest).compile(),
  )
  const asked = nodesIn(whole)
    .filter((node) => node['Relation Name'] === 'deliveries')
    .map((node) => node['Actual Loops'])
  assert.ok(asked.length > 0 && Math.max(...asked) <= 5, asked.join())
})

/** What is out in part is noted: of what waits, which a fifth of all posts does, nothing is read. */
test('what is under way is not looked for in all that waits', async () => {
  const filter: PostFilter = { outcome: ['publishing'] }
  for (const by of [newest, plan]) {
    const whole = await explained(idsOfPage(scope, filter, window, by).compile())
    const blocks = whole['Shared Hit Blocks'] + whole['Shared Read Blocks']
    assert.ok(blocks < 100, `${blocks} blocks`)
  }
})

test('of much that is half out, a page is read in the order of the list', async () => {
  await sql`
    insert into half_out (workspace_id, post_id)
    select workspace_id, id from posts where workspace_id = ${workspace_id} and status = 'scheduled'`.execute(
    db,
  )
  await sql`vacuum analyze half_out`.execute(db)
  try {
    const filter: PostFilter = { outcome: ['publishing'] }
    for (const [by, index] of [
      [newest, 'half_out_listed'],
      [plan, 'half_out_by_schedule'],
    ] as const) {
      const whole = await explained(idsOfPage(scope, filter, behind, by).compile())
      const nodes = nodesIn(whole)
      assert.ok(nodes.some((node) => node['Index Name'] === index && node['Actual Loops'] === 1))
      const read = nodes
        .filter((node) => node['Relation Name'] === 'posts')
        .map((node) => node['Actual Rows'] * node['Actual Loops'])
      assert.ok(Math.max(...read) <= window.limit, read.join())
      // Of so many that few of an account are among them, it is these that are asked.
      const few = await explained(
        idsOfPage(scope, { ...filter, account_ids: [rare] }, behind, by).compile(),
      )
      const blocks = few['Shared Hit Blocks'] + few['Shared Read Blocks']
      assert.ok(blocks < 400, `${blocks} blocks`)
    }
  } finally {
    await sql`delete from half_out`.execute(db)
  }
})

test('words and a label that many posts have, and none together, are looked up in two indexes once some were walked', async () => {
  const filter: PostFilter = { labels: ['common'], search: 'bread' }
  for (const by of [newest, plan]) {
    const whole = await explained(idsOfPage(scope, filter, window, by).compile())
    const nodes = nodesIn(whole)
    assert.ok(
      nodes.some((node) => node['Node Type'] === 'BitmapAnd' && node['Actual Loops'] === 1),
      JSON.stringify(whole, null, 1),
    )
    const read = nodes
      .filter((node) => node['Relation Name'] === 'posts')
      .map(
        (node) =>
          (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      )
    assert.ok(Math.max(...read) <= 10_000, read.join())
  }
})

const summer = { updated_since: '2026-07-15' }
for (const [name, filter, by] of [
  ['what changed since a time', summer, newest],
  ['what changed since a time', summer, plan],
  ['what changed since a time', summer, { sort: 'published_at', order: 'asc' }],
  ['drafts that changed since a time', { ...summer, status: 'draft' }, plan],
  ['what is out and changed since a time', { ...summer, status: 'published' }, oldest],
  ['what a key made and changed since a time', { ...summer, created_by: 'key:1' }, plan],
] as const satisfies readonly (readonly [string, PostFilter, PostOrder])[]) {
  test(`${name} by ${by.sort} is listed without reading the table`, async () => {
    const whole = await explained(idsOfPage(scope, filter, behind, by).compile())
    const nodes = nodesIn(whole)
    const scan = nodes.filter((node) => node['Index Name'] === 'posts_by_last_change')
    assert.ok(scan.some((node) => node['Actual Loops'] > 0))
    assert.ok(scan.every((node) => node['Node Type'] === 'Index Only Scan'))
    const read = nodes
      .filter(
        (node) => node['Relation Name'] === 'posts' && node['Node Type'] !== 'Index Only Scan',
      )
      .map(
        (node) =>
          (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      )
    assert.ok(Math.max(...read) <= 2_000, read.join())
  })
}

test('what few have and changed since a time is looked up, and the index by change is not read', async () => {
  for (const few of [
    { created_via: 'dashboard' },
    { created_by: 'key:2' },
    { labels: ['rare'] },
    { account_ids: [rare] },
  ] satisfies PostFilter[]) {
    for (const by of [newest, plan]) {
      const whole = await explained(idsOfPage(scope, { ...summer, ...few }, behind, by).compile())
      const blocks = whole['Shared Hit Blocks'] + whole['Shared Read Blocks']
      assert.ok(blocks < 400, `${JSON.stringify(few)} by ${by.sort}: ${blocks} blocks`)
    }
  }
})

test('a series on an account where it has none is not walked to the end', async () => {
  const filter: PostFilter = { series_id: series, account_ids: [common] }
  const whole = await explained(idsOfPage(scope, filter, window, newest).compile())
  const read = nodesIn(whole)
    .filter((node) => node['Relation Name'] === 'posts')
    .map(
      (node) =>
        (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    )
  assert.ok(Math.max(...read) <= 2_000, read.join())
})

test('words with a label are found within what is walked, and nothing is looked up', async () => {
  const filter: PostFilter = { labels: ['common'], search: 'walk' }
  const whole = await explained(idsOfPage(scope, filter, window, newest).compile())
  const joined = nodesIn(whole).filter((node) => node['Node Type'] === 'BitmapAnd')
  assert.ok(joined.every((node) => node['Actual Loops'] === 0))
})

test('what a few days will cost is read from an index', async () => {
  const wanted = {
    platforms: ['x'],
    now: new Date('2026-06-01T00:00:00Z'),
    until: new Date('2026-06-03T00:00:00Z'),
    most: 1_000,
  }
  const whole = await explained(plannedQuery(scope, wanted).compile(db))
  const read = nodesIn(whole)
    .filter((node) => node['Relation Name'] === 'posts')
    .map(
      (node) =>
        (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    )
  assert.ok(Math.max(...read) < POSTS / 50, `${read.join(', ')} posts read of ${POSTS}`)
})
const fileFilters: Record<string, MediaFilter> = {
  'any file': {},
  'a folder': { folder: 'common' },
  'a folder with few files': { folder: 'few' },
  'a tag that few files have': { tags: ['few'] },
  'files with a word that few have': { search: 'needle' },
  'pictures without an alt text, which few are': { without_alt: true },
  'deleted files, which few are': { deleted: true },
  'files of a week, which are few': { from: '2026-02-01', to: '2026-02-07' },
}
for (const [name, filter] of Object.entries(fileFilters)) {
  for (const sort of name.startsWith('any') ? mediaSorts : (['created_at'] as const)) {
    const by: MediaOrder = { sort, order: 'desc' }
    test(`${name} by ${sort} ${name.endsWith('few are') ? 'are' : 'is'} read from an index`, async () => {
      const whole = await explained(pageOfItems(scope, filter, window, by).compile())
      const scans = nodesIn(whole).filter(
        (node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'media',
      )
      assert.deepEqual(scans, [])
      const blocks = whole['Shared Hit Blocks'] + whole['Shared Read Blocks']
      assert.ok(blocks < 600, `${blocks} blocks`)
    })
  }
}

test('what was planted is found', async () => {
  assert.equal(await countPosts(scope, {}), POSTS)
  assert.equal(await countPosts(scope, { created_via: 'rest' }, { most: 100 }), 101)
  assert.equal((await listPosts(scope, { search: 'needle1007' }, window)).length, 1)
  assert.equal((await listPosts(scope, { account_ids: [rare] }, window)).length, 20)
  assert.equal(await countPosts(scope, { series_id: series }), POSTS / 4)
  const made = await listPosts(scope, { series_id: rare_series }, window)
  assert.deepEqual(
    made.map((post) => post.series_id),
    Array.from({ length: 20 }, () => rare_series),
  )
})

function nodesIn(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesIn)]
}

async function explained({ sql: text, parameters }: CompiledQuery): Promise<Node> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': unknown }>(
    CompiledQuery.raw(`explain (analyze, buffers, format json) ${text}`, [...parameters]),
  )
  const [{ Plan: whole }] = z.tuple([z.looseObject({ Plan })]).parse(rows[0]?.['QUERY PLAN'])
  return whole
}
