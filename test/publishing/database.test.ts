import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { type Engine, openEngine } from '../engine.ts'
import { urlOf } from '../engine-stage.ts'

interface Breaking extends KyselyPlugin {
  statements: number
}

/** Breaks once, at the n-th statement: it was never sent, or its answer is lost and its transaction with it. */
function breaking(at: number, when: 'before' | 'after'): Breaking {
  let broke = at === 0
  const fail = () => {
    broke = true
    throw new Error('the connection is gone')
  }
  return {
    statements: 0,
    transformQuery({ node }) {
      this.statements += 1
      return !broke && this.statements >= at && when === 'before' ? fail() : node
    },
    async transformResult({ result }) {
      return !broke && this.statements >= at && when === 'after' ? fail() : result
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
    const broken = async (at: number, when: 'before' | 'after') => {
      const text = `Broken ${when} ${at}`
      texts.push(text, `${text}?`)
      const content = { text, accounts, pictures: 1, first_comment: `${text}?` }
      const id = await engine.post(workspace, content)
      const [work] = await engine.claim()
      const plugin = breaking(at, when)
      engine.deps.db = engine.db.withPlugin(plugin)
      const gone = await engine.carry(work ?? assert.fail('claimed')).then(
        () => false,
        () => true,
      )
      engine.deps.db = engine.db
      assert.equal(gone, at > 0)
      await engine.run()
      assert.equal((await engine.delivery(id)).status, 'published', text)
      return plugin.statements
    }
    const whole = await broken(0, 'before')
    assert.ok(whole >= 5, `${whole} statements`)
    for (let at = 1; at <= whole; at++) await broken(at, 'before')
    for (let at = 1; at <= whole; at++) await broken(at, 'after')
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
