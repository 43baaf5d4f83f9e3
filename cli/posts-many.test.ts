import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { place } from './testing.ts'

const here = await place()
const service = await here.serve()
after(async () => {
  await service[Symbol.asyncDispose]()
  await here[Symbol.asyncDispose]()
})

const json = async (words: string[]) => {
  const { code, stdout, stderr } = await here.crier([...words, '--json'])
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout) as unknown
}
const { accounts } = z
  .object({ accounts: z.array(z.looseObject({ id: z.number(), platform: z.string() })) })
  .parse(await json(['account', 'list']))
const to = String(accounts.find(({ platform }) => platform === 'x')?.id)
const write = async (text: string, when: string) =>
  z
    .looseObject({ id: z.number() })
    .parse(await json(['post', text, '--accounts', to, '--when', when])).id

test('many posts are moved and relabelled; what stays as it is is told, and the command fails', async () => {
  const later = await write('Later', '2998-01-01T09:00:00Z')
  const draft = await write('Draft', 'draft')
  const ids = `${later},${draft}`
  const dry = await here.crier(['posts', 'update', ids, '--add-labels', 'a,b', '--dry-run'])
  assert.deepEqual(dry, { code: 0, stdout: '2 would be changed, 0 not.\n', stderr: '' })
  const moved = await here.crier(['posts', 'update', ids, '--shift-minutes=-30'])
  assert.deepEqual([moved.code, moved.stderr], [1, ''])
  assert.match(
    moved.stdout,
    new RegExp(`^Post ${draft} stays as it is: Give it a time first.*\\n1 changed, 1 not\\.\\n$`),
  )
  const found = await here.crier(['posts', '--status', 'scheduled'])
  assert.match(found.stdout, /2998-01-01T08:30:00\.000Z/)
  const all = await here.crier(['posts', 'update', ids, '--cancel', '--all-or-nothing'])
  assert.deepEqual([all.code, all.stdout], [2, ''])
  const wrong = await here.crier(['posts', 'update', 'x', '--shift-minutes', '0'])
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /IDS: .*--shift-minutes: Use more or less than 0\./)
})
