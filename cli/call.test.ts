import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { place } from './testing.ts'

const here = await place()
after(() => here[Symbol.asyncDispose]())

test('any operation is carried out by its name, and its answer printed', async () => {
  const said = await here.crier(['call', 'get_queue_slots', '--input', '{"count": 3}'])
  assert.equal(said.code, 0, said.stderr)
  assert.deepEqual(Object.keys(JSON.parse(said.stdout)).toSorted(), ['slots', 'timezone'])
  const made = await here.crier(['call', 'create_api_key', '--input', '{"name": "By call"}'])
  assert.equal(made.code, 0, made.stderr)
  const listed = await here.crier(['call', 'list_api_keys', '--json'])
  assert.match(listed.stdout, /"name": "By call"/)
})

for (const [what, words, sentence, exit] of [
  ['no operation', ['call', 'fly'], /^There is no operation "fly"\. See crier help call\.\n$/, 2],
  ['no JSON', ['call', 'get_stats', '--input', '{a'], /^--input: Give a JSON object/, 2],
  ['a list', ['call', 'get_stats', '--input', '[]'], /^--input: Give a JSON object/, 2],
  [
    'wrong fields',
    ['call', 'list_posts', '--input', '{"status":"gone","per_page":0}'],
    /^status: Use draft, .*per_page: At least 1\. See/,
    2,
  ],
  ['bytes', ['call', 'upload_media'], /^Files go up with crier upload/, 2],
  ['a refusal', ['call', 'get_post', '--input', '{"id":999}'], /^\S.* no post 999\.\n$/, 1],
] as const) {
  test(`${what} is one line, and nothing on standard output`, async () => {
    const { code, stdout, stderr } = await here.crier([...words])
    assert.match(stderr, sentence)
    assert.deepEqual([code, stdout], [exit, ''])
  })
}
