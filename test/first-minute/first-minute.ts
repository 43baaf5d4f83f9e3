/**
 * `npm run first-minute`: what the README promises of a fresh clone, under each Node that it names, as npm has them. It
 * installs everything as often as a newcomer does, so it is no part of `npm test`. What is tried is what was committed.
 */
import assert from 'node:assert/strict'
import { chmodSync, existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { z } from 'zod'
import { type Newcomer, openStage } from './stage.ts'

const stage = openStage([20, 22, 24])
after(() => stage[Symbol.asyncDispose]())

test('npm start on Node 20, in a folder with a space in its name', async () => {
  const newcomer = stage.newcomer({ node: 20, folder: 'my projects' })
  await publishes(newcomer)
  assert.ok(!existsSync(newcomer.clone.replaceAll(' ', '%20')), 'nothing is left beside it')
})

test('npm test on Node 20, before anything else, as an ordinary user', async () => {
  await testsPass(stage.newcomer({ node: 20, folder: 'tests first', ordinary: true }))
})

test('npm start on Node 22, as an ordinary user', async () => {
  await publishes(stage.newcomer({ node: 22, folder: 'ordinary', ordinary: true }))
})

test('npm start on Node 24, below a folder that others may not enter: all data is in DATA_DIR', async () => {
  const newcomer = stage.newcomer({ node: 24, folder: 'closed/below' })
  chmodSync(dirname(dirname(newcomer.clone)), 0o700)
  await publishes(newcomer)
  assert.ok(statSync(join(newcomer.clone, 'data', 'postgresql', 'PG_VERSION')).isFile())
})

const Created = z.looseObject({ id: z.number() })
const Done = z.looseObject({
  outcome: z.string(),
  per_account: z.array(z.looseObject({ platform: z.string(), status: z.string() })),
})

/** Starts, pastes the printed line, and finds the post on both accounts. */
async function publishes(newcomer: Newcomer) {
  const started = await newcomer.start()
  try {
    const line = started.said.split('\n').find((each) => each.trim().startsWith('curl ')) ?? ''
    const { id } = Created.parse(JSON.parse(newcomer.paste(line)))
    const [, posts = '', authorization = ''] =
      /(http:\S+\/api\/posts) -H '([^']+)'/.exec(line) ?? assert.fail(line)
    const headers = { authorization: authorization.replace('Authorization: ', '') }
    const response = await fetch(`${posts}/${id}?wait=30`, { headers })
    const { outcome, per_account } = Done.parse(await response.json())
    assert.equal(outcome, 'published')
    assert.deepEqual(
      per_account.map(({ platform, status }) => `${platform} ${status}`).toSorted(),
      ['bluesky published', 'x published'],
    )
    for (const { platform } of per_account) {
      const answer = await fetch(`${started.sandbox_url}/_sandbox/${platform}/posts`)
      assert.equal(z.array(z.unknown()).parse(await answer.json()).length, 1)
    }
  } finally {
    await started.stop()
  }
}

async function testsPass(newcomer: Newcomer) {
  const said = await newcomer.npm(['test', '--', 'server/rules/*.test.ts'])
  const [, passed] = /pass (\d+)/.exec(said) ?? assert.fail(said)
  assert.ok(Number(passed) > 10)
  assert.match(said, /fail 0/)
}
