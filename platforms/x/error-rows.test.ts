import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofAccounts } from './account-error-rows.ts'
import { ofPosts, ofUploads } from './content-error-rows.ts'
import { errorRows } from './error-rows.ts'
import { refresh } from './oauth.ts'
import { odd, specified } from './odd-error-rows.ts'
import { publish } from './publish.ts'
import { ofRefreshes } from './token-error-rows.ts'
import {
  account,
  failureOf,
  image,
  NOW,
  postRefusedBy,
  publication,
  stage,
  told,
} from './testing.ts'

for (const { name, reply, outcome, wait } of [...ofAccounts, ...ofPosts, ...specified, ...odd]) {
  test(`posting, ${name}: ${outcome}`, async () => {
    const failure = await postRefusedBy(reply)
    assert.equal(told(failure), outcome)
    assert.equal(failure.retry_at && failure.retry_at.getTime() - NOW.getTime(), wait)
    assert.match(failure.message, /^[A-Z].*\.$/)
  })
}

for (const { name, reply, outcome } of ofUploads) {
  test(`uploading, ${name}: ${outcome}`, async () => {
    const { tools } = stage(reply)
    const [upload] = publish(publication({ media: [image()] }), account, tools)
    assert.equal(told(await failureOf(upload?.run({}) ?? Promise.resolve())), outcome)
  })
}

for (const { name, reply, outcome } of ofRefreshes) {
  test(`refreshing, ${name}: ${outcome}`, async () => {
    assert.equal(told(await failureOf(refresh(account, stage(reply).tools))), outcome)
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
