/** What a claim takes, against the rules said in another way: random deliveries, limits, hands and claims one after another. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type AccountLimits, type ClaimOptions, claimDue } from '#store/claims.ts'
import { type Engine, LEASE, openEngine } from '../engine.ts'
import { type Chance, chanceOf } from './strange-texts.ts'

const SEEDS = [1, 2, 3]
const ROUNDS = 30
const POSTS = 240
const PLATFORMS: readonly [string, string, string] = ['x', 'bluesky', 'gone']
const limits: AccountLimits = {
  x: { at_once: 3, per_day: 9 },
  bluesky: { at_once: 1, per_day: null },
}
/** A platform that is not known any more. */
const UNKNOWN = { at_once: 1, per_day: null }

interface Row {
  workspace_id: number
  account_id: number
  platform: string
  /** Posts of its thread. */
  parts: number
  /** Milliseconds; no two of them fall due in the same moment. */
  due: number
  status: 'pending' | 'publishing' | 'doubted' | 'published'
}

type World = Map<number, Row>
type Hands = Pick<ClaimOptions, 'limit' | 'spare'> &
  Required<Pick<ClaimOptions, 'free' | 'spares'>> & { held: ReadonlySet<number> }

/** `held`: accounts that wait. */
function expected(world: World, now: number, { limit, spare = 0, free, spares, held }: Hands) {
  const rows = [...world].map(([id, row]) => ({ id, ...row }))
  const busy = rows.filter(({ status }) => status === 'publishing')
  const due = rows
    .filter(({ status, due: at }) => status === 'pending' && at <= now)
    .toSorted((a, b) => a.due - b.due)
  const ofAccount = Map.groupBy(due, ({ account_id }) => account_id)
  const ready = [...ofAccount].flatMap(([account_id, own]) => {
    const { at_once, per_day } = limits[own[0]?.platform ?? ''] ?? UNKNOWN
    const under = busy.filter((one) => one.account_id === account_id)
    const out = rows.filter((one) => one.account_id === account_id && one.status === 'published')
    const left = (per_day ?? Number.POSITIVE_INFINITY) - postsOf([...under, ...out])
    if (held.has(account_id)) return []
    return own
      .slice(0, Math.max(at_once - under.length, 0))
      .map((one, place, all) => ({ ...one, fits: postsOf(all.slice(0, place + 1)) <= left }))
  })
  const turns = new Map<string, number>()
  const lineOf = ({ workspace_id, platform }: Row) => `${workspace_id} ${platform}`
  for (const one of busy) turns.set(lineOf(one), (turns.get(lineOf(one)) ?? 0) + 1)
  const inTurn = ready
    .toSorted((a, b) => a.due - b.due)
    .map((one) => {
      const turn = (turns.get(lineOf(one)) ?? 0) + 1
      turns.set(lineOf(one), turn)
      return { ...one, turn }
    })
    .filter(({ fits }) => fits)
    .toSorted((a, b) => a.turn - b.turn || a.due - b.due)
  return PLATFORMS.flatMap((platform) => {
    const side = `${platform} true`
    const most = free[side] ?? limit
    const line = inTurn.filter((one) => one.platform === platform)
    return line
      .slice(0, most + (spares[side] ?? spare))
      .filter(({ turn }, place) => place < most || turn === 1)
  })
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
}

function postsOf(rows: readonly Row[]) {
  return rows.reduce((sum, { parts }) => sum + parts, 0)
}

async function build({ db, now }: Engine, chance: Chance, workspaces: readonly number[]) {
  const accounts: Pick<Row, 'workspace_id' | 'account_id' | 'platform'>[] = []
  for (let number = 0; number < 12; number++) {
    const [workspace_id, platform] = [
      workspaces[chance.whole(0, 3)] ?? assert.fail(),
      chance.pick(PLATFORMS),
    ]
    const { rows } = await sql<{ id: number }>`
      insert into accounts (workspace_id, platform, kind, platform_account_id, name, username, secret, refreshable, sandbox, connected_at)
      values (${workspace_id}, ${platform}, 'profile', ${String(number)}, 'Name', 'user', '', false, true, ${now()}) returning id`.execute(
      db,
    )
    accounts.push({ workspace_id, platform, account_id: rows[0]?.id ?? assert.fail() })
  }
  const world: World = new Map()
  const began = now().getTime()
  for (let number = 0; number < POSTS; number++) {
    const account = accounts[chance.whole(0, accounts.length - 1)] ?? assert.fail()
    const parts = chance.odds(0.2) ? 3 : 1
    // Not in the order of their numbers.
    const due = began + ((number * 89) % POSTS) * 250 - 20_000
    const { rows } = await sql<{ id: number }>`
      with p as (
        insert into posts (workspace_id, content, status, created_via, created_by, created_at, updated_at)
        values (${account.workspace_id}, 'Text', 'scheduled', 'rest', 'key:1', ${now()}, ${now()}) returning id)
      insert into deliveries (workspace_id, post_id, account_id, position, platform, sandbox, wanted_at, due_at, parts)
      select ${account.workspace_id}, p.id, ${account.account_id}, 0, ${account.platform}, true, ${new Date(due)}, ${new Date(due)},
        case when ${parts} > 1 then '[{}, {}, {}]'::jsonb end from p returning id`.execute(db)
    const row: Row = { ...account, parts, due, status: 'pending' }
    world.set(rows[0]?.id ?? assert.fail(), row)
  }
  return { world, accounts }
}

/** Some of what is under way ends, or is in doubt from now on. */
async function go({ db, now }: Engine, world: World, chance: Chance) {
  for (const [id, row] of world) {
    if (row.status !== 'publishing' || chance.odds(0.5)) continue
    row.status = chance.odds(0.8) ? 'published' : 'doubted'
    if (row.status === 'doubted')
      await sql`update deliveries set in_doubt = true where id = ${id}`.execute(db)
    else
      await sql`
        update deliveries set status = 'published', published_at = ${now()}, due_at = null, lease_until = null where id = ${id}`.execute(
        db,
      )
  }
}

for (const seed of SEEDS)
  test(`what random claims take is what the rules say, seed ${seed}`, async () => {
    await using engine = await openEngine()
    const chance = chanceOf(seed)
    const { db, now } = engine
    const workspaces = [
      await engine.workspace(),
      await engine.workspace(),
      await engine.workspace(),
      await engine.workspace(),
    ]
    const { world, accounts } = await build(engine, chance, workspaces)
    const took = { any: 0, beyond: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      const paused = accounts.filter(() => chance.odds(0.1)).map(({ account_id }) => account_id)
      await sql`update accounts set paused_until = case when id = any (${paused}::bigint[]) then ${new Date(now().getTime() + 500)}::timestamptz end`.execute(
        db,
      )
      const sideOf = (most: number) =>
        Object.fromEntries(
          PLATFORMS.filter(() => chance.odds(0.7)).map((platform) => [
            `${platform} true`,
            chance.whole(0, most),
          ]),
        )
      const hands = { limit: 4, spare: chance.whole(0, 2), free: sideOf(4), spares: sideOf(2) }
      const wanted = expected(world, now().getTime(), { ...hands, held: new Set(paused) })
      const lease_until = new Date(now().getTime() + LEASE)
      const leases = await claimDue(
        db,
        { now: now(), lease_until, worker: 'one', ...hands },
        limits,
      )
      const ids = leases.map(({ id }) => id).toSorted((a, b) => a - b)
      assert.deepEqual(ids, wanted, `round ${round}`)
      took.any += ids.length
      for (const side of PLATFORMS) {
        const of = ids.filter((id) => world.get(id)?.platform === side).length
        if (of > (hands.free[`${side} true`] ?? hands.limit)) took.beyond++
      }
      for (const id of ids) (world.get(id) ?? assert.fail()).status = 'publishing'
      await go(engine, world, chance)
      engine.advance(1_000)
    }
    assert.ok(took.any > 60 && took.beyond > 2, JSON.stringify(took))
  })
