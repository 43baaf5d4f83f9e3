/** The chore and the lists read what they need from indexes, however many series there are. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { occurrencesBefore, occurrencesFrom, uncheckedOccurrences } from '#store/occurrences.ts'
import type { Schema } from '#store/schema.ts'
import { dueSeries, listSeries, takeSeries } from '#store/series.ts'
import { stageOf } from './kit.ts'

const SERIES = 20_000
const stage = await stageOf('2026-11-23T08:00:00Z')
after(() => stage[Symbol.asyncDispose]())
const { db } = stage.service
const now = stage.now()

const Plan: z.ZodType<Node> = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
  Plans: z.array(z.lazy(() => Plan)).optional(),
})
interface Node {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[] | undefined
}

const home = await stage.home()
const { id: mine } = await home.make()
const { workspace_id } = home
// All are active; few are due. A tenth of the others has just made a post.
await sql`
  insert into series (workspace_id, name, rule, starts_at, timezone, post, variations, account_ids, skip, state, seen_until, look_at, made_by, created_via, created_at, updated_at)
  select ${workspace_id}, 'Tip ' || i, 'FREQ=DAILY;COUNT=100', '2026-12-01T09:00', 'UTC', '{}', '{}', array[1], '{}', 'active', ${now},
    ${now}::timestamptz + make_interval(mins => i - 50), 'key:1', 'rest', ${now}::timestamptz - make_interval(mins => i), ${now}
  from generate_series(1, ${SERIES}) i`.execute(db)
await sql`
  insert into occurrences (workspace_id, series_id, local_at, at, post_id, check_at)
  select s.workspace_id, s.id, '2026-11-' || lpad(d::text, 2, '0') || 'T09:00', ${now}, null,
    case when d = 1 and s.id % 10 = 0 then ${now}::timestamptz + make_interval(mins => s.id::int - 50) end
  from series s, generate_series(1, 10) d where s.id <> ${mine}`.execute(db)
await sql`analyze series, occurrences`.execute(db)

/** The plans of what the work asks of the database. */
async function plansOf(work: (spied: Kysely<Schema>) => Promise<unknown>): Promise<Node[]> {
  const seen: CompiledQuery[] = []
  await work(
    db.withPlugin({
      transformQuery({ node, queryId }) {
        seen.push(db.getExecutor().compileQuery(node, queryId))
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  )
  const plans: Node[] = []
  for (const { sql: text, parameters } of seen) {
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': unknown }>(
      CompiledQuery.raw(`explain (analyze, buffers, format json) ${text}`, [...parameters]),
    )
    const [{ Plan: whole }] = z.tuple([z.looseObject({ Plan })]).parse(rows[0]?.['QUERY PLAN'])
    plans.push(whole)
  }
  return plans
}

function nodesIn(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesIn)]
}

const window = { limit: 21, offset: 0 }
for (const [name, work] of Object.entries<(spied: Kysely<Schema>) => Promise<unknown>>({
  'which series are due': (spied) => dueSeries(spied, now, 100),
  'a series that is due': (spied) => takeSeries({ db: spied, workspace_id }, mine + 3, now),
  'whose posts should be over': (spied) => uncheckedOccurrences(spied, now, 100),
  'what comes of a series': (spied) =>
    occurrencesFrom({ db: spied, workspace_id }, mine, '2026-11-23T00:00'),
  'what came of a series': (spied) =>
    occurrencesBefore({ db: spied, workspace_id }, mine + 5, '2026-11-23T00:00', 10),
  'a page of series': (spied) => listSeries({ db: spied, workspace_id }, ['active'], window),
})) {
  test(`${name} is read from an index`, async () => {
    const [whole, ...others] = await plansOf(work)
    assert.ok(whole && !others.length)
    const scans = nodesIn(whole).filter(
      (node) =>
        node['Node Type'] === 'Seq Scan' &&
        ['series', 'occurrences'].includes(node['Relation Name'] ?? ''),
    )
    assert.deepEqual(scans, [])
    const blocks = whole['Shared Hit Blocks'] + whole['Shared Read Blocks']
    assert.ok(blocks < 500, `${blocks} blocks`)
  })
}
