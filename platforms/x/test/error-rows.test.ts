import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file } from '../../kit/test/files.ts'
import { failureOf, publication, runAll, told } from '../../kit/test/stage.ts'
import { ofAccounts } from './account-error-rows.ts'
import { ofPosts, ofUploads } from './content-error-rows.ts'
import { errorRows } from './error-rows.ts'
import { refresh } from '../oauth.ts'
import { odd, specified } from './odd-error-rows.ts'
import { publish } from '../publish.ts'
import { ofRefreshes } from './token-error-rows.ts'
import { account, postRefusedBy, xStage } from './testing.ts'

const expected = ({ outcome, wait }: { outcome: string; wait: number | undefined }) =>
  wait === undefined ? outcome : `${outcome} ${wait / 1000} s`

for (const { name, reply, outcome, wait } of [...ofAccounts, ...ofPosts, ...specified, ...odd]) {
  test(`posting, ${name}: ${outcome}`, async () => {
    const failure = await postRefusedBy(reply)
    assert.equal(told(failure), expected({ outcome, wait }))
    assert.match(failure.message, /^[A-Z].*\.$/)
  })
}

for (const { name, reply, outcome, wait } of ofUploads) {
  test(`uploading, ${name}: ${outcome}`, async () => {
    const { tools } = xStage(reply)
    const steps = publish(publication({ media: [file('image/png')] }), account, tools)
    assert.equal(told(await failureOf(runAll(steps))), expected({ outcome, wait }))
  })
}

for (const { name, reply, outcome, wait } of ofRefreshes) {
  test(`refreshing, ${name}: ${outcome}`, async () => {
    const failure = await failureOf(refresh(account, xStage(reply).tools))
    assert.equal(told(failure), expected({ outcome, wait }))
  })
}

test('no two rows have one name', () => {
  const names = errorRows.map(({ row }) => row)
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  )
})

test('a refused connection had no effect, a reset one may have had', async () => {
  const refused = Object.assign(new Error('fetch failed'), { code: 'ECONNREFUSED' })
  const reset = Object.assign(new Error('fetch failed'), { code: 'ECONNRESET' })
  for (const [error, kind] of [[refused, 'later'] as const, [reset, 'unknown'] as const]) {
    assert.equal((await postRefusedBy(error)).kind, kind)
  }
})
