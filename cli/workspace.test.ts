import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { type Place, place } from './testing.ts'

let at: Place
before(async () => {
  at = await place()
})
after(() => at[Symbol.asyncDispose]())

const ada = { name: 'Ada', email: 'ada@example.org', password: 'analytical engine' }
const Made = z.object({ workspace: z.object({ id: z.int() }) })

test('whoever runs the instance deletes a workspace and takes it back, and deletes a person who owns nothing alone', async () => {
  await using service = await at.serve()
  assert.ok(service)
  let cookie = ''
  const send = async (path: string, body: object) => {
    const answer = await fetch(`${at.base_url}/console${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: at.base_url, cookie },
      body: JSON.stringify(body),
    })
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return answer
  }
  assert.equal((await send('/sign-up', ada)).status, 201)
  const made = await send('/workspaces', { name: 'Spring', timezone: 'UTC' })
  const { id } = Made.parse(await made.json()).workspace
  assert.equal((await send('/workspaces', { name: 'Twice', timezone: 'UTC' })).status, 201)
  assert.equal((await send('/workspaces', { name: 'Twice', timezone: 'UTC' })).status, 201)

  const asked = await at.crier(['workspace', 'delete', 'Spring'])
  assert.equal(asked.code, 1)
  assert.match(asked.stderr, /Say --yes to delete “Spring” \(\d+\): 0 posts on schedule/)
  const twice = await at.crier(['workspace', 'delete', 'Twice', '--yes'])
  assert.equal(twice.code, 1)
  assert.match(twice.stderr, /Several are called Twice/)
  const none = await at.crier(['workspace', 'delete', 'Autumn', '--yes'])
  assert.match(none.stderr, /There is no workspace Autumn/)
  const first = await at.crier(['workspace', 'delete', '1', '--yes'])
  assert.equal(first.code, 1)
  assert.match(first.stderr, /that one stays/)

  const deleted = await at.crier(['workspace', 'delete', String(id), '--yes', '--json'])
  assert.equal(deleted.code, 0, deleted.stderr)
  const { erase_at } = z.object({ erase_at: z.iso.datetime() }).parse(JSON.parse(deleted.stdout))
  assert.match((await at.crier(['workspace', 'list'])).stdout, new RegExp(`Spring +1 +${erase_at}`))
  const again = await at.crier(['workspace', 'delete', 'Spring', '--yes'])
  assert.match(again.stderr, /being deleted already/)
  assert.equal((await at.crier(['workspace', 'keep', 'Spring'])).code, 0)
  const late = await at.crier(['workspace', 'keep', 'Spring'])
  assert.match(late.stderr, /Nobody asked/)

  const zip = join(at.folder, 'spring.zip')
  const taken = await at.crier(['workspace', 'export', 'Spring', zip])
  assert.equal(taken.code, 0, taken.stderr)
  const bytes = (await readFile(zip)).toString('latin1')
  assert.ok(bytes.startsWith('PK'))
  for (const entry of ['members.json', 'posts.jsonl', 'posts.csv', 'media.jsonl'])
    assert.ok(bytes.includes(entry), entry)
  const nowhere = await at.crier([
    'workspace',
    'export',
    'Spring',
    join(at.folder, 'no/spring.zip'),
  ])
  assert.equal(nowhere.code, 1)
  assert.match(nowhere.stderr, /cannot be written/)

  const unsure = await at.crier(['person', 'delete', ada.email])
  assert.match(unsure.stderr, /Say --yes/)
  const owner = await at.crier(['person', 'delete', ada.email, '--yes'])
  assert.equal(owner.code, 1)
  assert.match(owner.stderr, /only owner of “.+”, “Spring”/)
})
