import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, publication } from '../../kit/test/stage.ts'
import { publish } from '../publish.ts'
import { account, postRefusedBy, xStage } from './testing.ts'

test('no token of any kind appears in the words of a failure', async () => {
  const long = 'bWRWa3gzdnk3WHRGU1o0bmRRcTJ5VUxWX1lZTDdJSUtmaWcxbTVx'
  const said = `access-1 refresh-1 hush-hush Bearer abc.def access_token=short1 "code":"abcdefgh" ${long} post 1445880548472328192`
  for (const reply of [
    { status: 400, json: { title: 'Bad', detail: said } },
    { status: 500, text: `<p>${said}</p>` },
    { status: 200, text: `<p>${said}</p>` },
    { status: 200, json: { errors: [{ message: said }] } },
  ]) {
    const { words = '', message } = await postRefusedBy(reply)
    for (const secret of ['access-1', 'refresh-1', 'hush-hush', 'abc.def', 'short1', long]) {
      assert.ok(!words.includes(secret) && !message.includes(secret), `${secret} in ${words}`)
    }
    assert.ok(!words.includes('abcdefgh'), words)
    assert.match(words, /1445880548472328192/)
    assert.ok(words.length <= 500)
  }
})

test('credentials that cannot be read mean: connect again', async () => {
  const { tools, asked } = xStage()
  const broken = { ...account, secret: {} }
  const [post] = publish(publication(), broken, tools)
  const failure = await failureOf(post?.run({}) ?? Promise.resolve())
  assert.equal(failure.kind, 'reconnect')
  assert.equal(asked.length, 0)
})
