import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { writersOn } from '#publishing/writers.ts'
import { type Engine, LEASE, openEngine } from '../engine.ts'
import { urlOf } from '../engine-stage.ts'

interface Breaking extends KyselyPlugin {
  statements: number
}

/** `before`: it was never sent. `after`: its answer is lost, and its transaction with it. */
type When = 'before' | 'after'

/** Breaks at the n-th statement, once or from then on. */
function breaking(at: number, when: When, once: boolean): Breaking {
  let broken = at === 0
  const fail = () => {
    broken = once
    throw new Error('Connection terminated unexpectedly')
  }
  return {
    statements: 0,
    transformQuery({ node }) {
      this.statements += 1
      return !broken && this.statements >= at && when === 'before' ? fail() : node
    },
    async transformResult({ result }) {
      return !broken && this.statements >= at && when === 'after' ? fail() : result
    },
  }
}

for (const platform of ['x', 'bluesky']) {
  test(`${platform}: the database may be lost at any statement, and every post goes out once`, async () => {
    await using engine = await openEngine()
    const workspace = await engine.workspace()
    const accounts = [await engine.connect(workspace, platform)]
    const texts: string[] = []
    /** A long post on a database that breaks; how many statements it took. */
    const broken = async (at: number, when: When, once: boolean) => {
      const text = `Broken ${when} ${at}${once ? ' once' : ''}`
      texts.push(text, `${text}?`)
      const content = { text, accounts, pictures: 1, first_comment: `${text}?` }
      const id = await engine.post(workspace, content)
      const [work] = await engine.claim()
      const plugin = breaking(at, when, once)
      const db = engine.db.withPlugin(plugin)
      const { writers, now, sleep } = engine.deps
      engine.deps.db = db
      engine.deps.writers = writersOn({ together: db, alone: db, now, sleep })
      const until = new Date(now().getTime() + LEASE)
      const carried = engine.carry(work ?? assert.fail('claimed'), { until: () => until })
      const gone = await carried.then(
        () => false,
        () => true,
      )
      Object.assign(engine.deps, { db: engine.db, writers })
      // What was lost once is sent again while the lease lasts, but not by everybody.
      if (!once || at === 0) assert.equal(gone, at > 0)
      await engine.run()
      assert.equal((await engine.delivery(id)).status, 'published', text)
      return plugin.statements
    }
    const whole = await broken(0, 'before', true)
    assert.ok(whole >= 5, `${whole} statements`)
    for (const once of [true, false]) {
      for (let at = 1; at <= whole; at++) await broken(at, 'before', once)
      for (let at = 1; at <= whole; at++) await broken(at, 'after', once)
    }
    assert.deepEqual(engine.texts(platform), texts)
  })
}

/** Runs in a process of its own, which is lost when an error has nobody to hear it. */
async function survives({ config }: Engine) {
  const script = `
    import { connect } from '#database/connect.ts'
    import { sql } from 'kysely'
    const config = { connectionString: process.env.DATABASE_URL }
    await using mine = connect(config, { max: 1, name: 'crier-victim' })
    await using other = connect(config, { max: 1, name: 'crier-other' })
    await mine.db.transaction().execute(async (tx) => {
      await sql\`select 1\`.execute(tx)
      await sql\`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'crier-victim'\`.execute(other.db)
      await new Promise((next) => setTimeout(next, 200))
    }).catch(() => {})
    await sql\`select 1\`.execute(mine.db)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    cwd: new URL('../..', import.meta.url),
    env: { DATABASE_URL: urlOf(config) },
    stdio: 'ignore',
  })
  const [code] = await once(child, 'exit')
  return code === 0
}

test('a connection that is cut within a transaction does not end the process', async () => {
  await using engine = await openEngine()
  assert.ok(await survives(engine))
})
