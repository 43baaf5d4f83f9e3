/**
 * `npm run first-minute`: what the README promises of a fresh clone, under each Node that it names, as npm has them. It
 * installs everything as often as a newcomer does, so it is no part of `npm test`. What is tried is what was committed.
 */
import assert from 'node:assert/strict'
import { chmodSync, existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { publishes } from './publishes.ts'
import { type Newcomer, openStage } from './stage.ts'

const nodes = (process.env['NODES'] ?? '20,22,24').split(',').map(Number)
const stage = openStage(nodes)
after(() => stage[Symbol.asyncDispose]())

test('npm start on Node 20, in a folder with a space in its name', under(20), async () => {
  const newcomer = stage.newcomer({ node: 20, folder: 'my projects' })
  await publishes(newcomer)
  assert.ok(!existsSync(newcomer.place.replaceAll(' ', '%20')), 'nothing is left beside it')
})

test('npm test on Node 20, before anything else, as an ordinary user', under(20), async () => {
  await testsPass(stage.newcomer({ node: 20, folder: 'tests first', ordinary: true }))
})

test('npm start on Node 22, as an ordinary user', under(22), async () => {
  await publishes(stage.newcomer({ node: 22, folder: 'ordinary', ordinary: true }))
})

test(
  'npm start on Node 24, below a folder that others may not enter: all data is in DATA_DIR',
  under(24),
  async () => {
    const newcomer = stage.newcomer({ node: 24, folder: 'closed/below' })
    chmodSync(dirname(dirname(newcomer.place)), 0o700)
    await publishes(newcomer)
    assert.ok(statSync(join(newcomer.place, 'data', 'postgresql', 'PG_VERSION')).isFile())
  },
)

function under(node: number) {
  return { skip: !nodes.includes(node) && `NODES has no ${node}` }
}

async function testsPass(newcomer: Newcomer) {
  const said = await newcomer.npm(['test', '--', 'server/rules/*.test.ts'])
  const [, passed] = /pass (\d+)/.exec(said) ?? assert.fail(said)
  assert.ok(Number(passed) > 10)
  assert.match(said, /fail 0/)
}
