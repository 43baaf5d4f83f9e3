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
