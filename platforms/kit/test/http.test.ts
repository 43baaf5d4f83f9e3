import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../failure.ts'
import { call } from '../http.ts'

async function answered(body: string) {
  const fetch = async () => new Response(body)
  const signal = new AbortController().signal
  return call({ fetch, signal }, { purpose: 'read', method: 'GET', url: 'https://platform.test' })
}

test('what a platform says can be stored: without NUL, and without half a pair of surrogates', async () => {
  const { json } = await answered(
    '{"a": "NUL \\u0000", "b": ["half \\uD83D, whole \\ud83d\\ude00"], "c": "ever\\\\u0000"}',
  )
  assert.deepEqual(json, { a: 'NUL \ufffd', b: ['half \ufffd, whole 😀'], c: 'ever\\u0000' })
  assert.equal((await answered('a page\0')).text, 'a page\ufffd')
})

test('words are cut to what can be stored too', () => {
  const failure = new Failure('rejected', 'refused', 'No.', { words: `${'a'.repeat(499)}😀` })
  assert.equal(failure.words, `${'a'.repeat(499)}\ufffd`)
})

test('a network that goes away while a request is under way leaves a doubt, one that was never there does not', async () => {
  const failed = async (syscall: string) => {
    const cause = Object.assign(new Error(`${syscall} EHOSTUNREACH`), {
      code: 'EHOSTUNREACH',
      syscall,
    })
    const fetch = async () => Promise.reject(new TypeError('fetch failed', { cause }))
    const signal = new AbortController().signal
    const request = { purpose: 'publish', method: 'POST', url: 'https://platform.test' } as const
    const failure = await call({ fetch, signal }, request).catch((error: unknown) => error)
    assert.ok(failure instanceof Failure)
    return [failure.kind, failure.code, failure.lost]
  }
  assert.deepEqual(await failed('connect'), ['later', 'unreachable', undefined])
  assert.deepEqual(await failed('read'), ['unknown', 'no_answer', 'silence'])
  assert.deepEqual(await failed('write'), ['unknown', 'no_answer', 'silence'])
})
