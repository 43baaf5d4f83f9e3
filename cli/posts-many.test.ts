import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

test('posts go out as a table, and come in from one; what is wrong is told by its cell', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crier-table-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'posts.csv')
  await write('=SUM(1) for the table', 'draft')
  const out = await here.crier(['posts', 'export', file, '--search', 'table'])
  assert.deepEqual(out, { code: 0, stdout: `The table is in ${file}.\n`, stderr: '' })
  assert.match(await readFile(file, 'utf8'), /,'=SUM\(1\) for the table,/)
  const again = await here.crier(['posts', 'export', file])
  assert.equal(again.code, 2)
  const dry = await here.crier(['posts', 'import', file, '--dry-run'])
  assert.deepEqual(dry, { code: 0, stdout: '1 would be created, 0 rows refused.\n', stderr: '' })
  assert.equal((await here.crier(['posts', 'import', file])).code, 0)
  const found = await here.crier(['posts', '--search', 'table', '--status', 'draft'])
  assert.match(found.stdout, /2 of 2\n$/)
  const wrong = join(folder, 'wrong.csv')
  await writeFile(wrong, `content,social_account_ids,when\nOff,${to},soon\nFine,${to},draft\n`)
  const refused = await here.crier(['posts', 'import', wrong])
  assert.deepEqual([refused.code, refused.stderr], [1, ''])
  assert.match(refused.stdout, /^C2, when: Use draft.*\n1 created, 1 rows refused\.\n$/)
  const none = await here.crier(['posts', 'import', wrong, '--all-or-nothing'])
  assert.equal(none.code, 2)
  assert.match(none.stderr, /^FILE: C2, when: Use draft/)
  assert.equal((await here.crier(['posts', 'import', join(folder, 'none.csv')])).code, 2)
})

test('a table takes every filter of the list, and what is wrong with one leaves no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crier-table-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const own = ['post', 'Of my own', '--accounts', to, '--when', 'draft', '--external-id', 'mine-1']
  assert.equal((await here.crier(own)).code, 0)
  const file = join(folder, 'mine.csv')
  const filters = ['--external-id', 'mine-1', '--outcome', 'draft', '--sort', 'updated_at']
  const out = await here.crier(['posts', 'export', file, ...filters])
  assert.deepEqual(out, { code: 0, stdout: `The table is in ${file}.\n`, stderr: '' })
  const [, ...rows] = (await readFile(file, 'utf8')).trim().split('\r\n')
  assert.equal(rows.length, 1, rows.join())
  assert.match(rows[0] ?? '', /Of my own/)
  const none = join(folder, 'none.csv')
  const wrong = await here.crier(['posts', 'export', none, '--search', '', '--series', 'tips'])
  assert.deepEqual([wrong.code, wrong.stdout], [2, ''])
  assert.match(wrong.stderr, /--search: .*--series: Use a whole number/)
  await assert.rejects(readFile(none), { code: 'ENOENT' })
})

test('publishing is paused and resumed; what is late is asked about', async () => {
  const paused = await here.crier(['publishing', 'pause', '--reason', 'Bad news'])
  assert.deepEqual([paused.code, paused.stderr], [0, ''])
  assert.match(paused.stdout, /^Held: \d+ posts \(0 late\)\. Under way: 0\.\n$/)
  const id = await write('At once', 'now')
  const asked = await here.crier(['publishing', 'resume'])
  assert.equal(asked.code, 2)
  assert.match(asked.stderr, /^--late: Say what becomes of the post whose time has passed/)
  const resumed = await here.crier(['publishing', 'resume', '--late', 'draft'])
  assert.deepEqual(
    [resumed.code, resumed.stdout],
    [0, 'Late posts: 0 go out now, 1 moved. Still held: 0.\n'],
  )
  assert.match(
    (await here.crier(['posts', '--status', 'draft'])).stdout,
    new RegExp(`^${id} `, 'm'),
  )
})

test('a post goes to the accounts of a set', async () => {
  const input = JSON.stringify({ name: 'One of them', account_ids: [Number(to)] })
  await here.crier(['call', 'create_account_set', '--input', input])
  const { account_sets } = z
    .object({ account_sets: z.array(z.looseObject({ id: z.int(), name: z.string() })) })
    .parse(await json(['account', 'sets']))
  const set = account_sets.find(({ name }) => name === 'One of them')?.id
  const post = await here.crier([
    'post',
    'To a set',
    '--account-sets',
    String(set),
    '--when',
    'draft',
  ])
  assert.deepEqual([post.code, post.stderr], [0, ''])
  assert.match(post.stdout, /x:/)
})

test('labels are shown with how many posts have them', async () => {
  const none = await here.crier(['labels'])
  assert.match(none.stdout, /^(No post has a label|LABEL)/)
  await here.crier(['post', 'With a label', '--accounts', to, '--labels', 'Q3', '--when', 'draft'])
  const { code, stdout } = await here.crier(['labels'])
  assert.equal(code, 0)
  assert.match(stdout, /^Q3 +1 +0$/m)
  await here.crier(['call', 'rename_label', '--input', '{"label": "Q3", "new_label": "2026 Q3"}'])
  assert.match((await here.crier(['labels'])).stdout, /^2026 Q3 +1 +0$/m)
})

test('what is put on links is shown', async () => {
  const none = await here.crier(['utm'])
  assert.match(none.stdout, /^Nothing is put on links: /)
  const parameters = { utm_source: '{platform}', ref: 'crier' }
  const input = JSON.stringify({ templates: [{ parameters, hosts: ['a.example'] }] })
  await here.crier(['call', 'set_utm_templates', '--input', input])
  const { code, stdout } = await here.crier(['utm'])
  assert.equal(code, 0)
  assert.match(stdout, /^\(all others\) +utm_source=\{platform\} ref=crier +a\.example$/m)
})

test('a calendar is made, shown without its address, and ended', async () => {
  const made = await here.crier(['calendar', 'create', 'Team', '--without-text'])
  assert.match(made.stdout, /^http:.*\/calendar\/[A-Za-z0-9_-]{43}\.ics\n$/, made.stderr)
  const { stdout } = await here.crier(['calendar', 'list'])
  const [, id = ''] = /^(\d+) +Team +no +\(all\)$/m.exec(stdout) ?? []
  assert.equal((await here.crier(['calendar', 'revoke', id])).code, 0)
  assert.match((await here.crier(['calendar', 'list'])).stdout, /^There is no calendar/)
  assert.equal((await here.crier(['calendar', 'revoke', id])).code, 1)
})

test('many posts go into a queue, in the order in which they are named', async () => {
  const { queues } = z
    .object({ queues: z.array(z.looseObject({ id: z.number(), name: z.string() })) })
    .parse(
      await json(['queue', 'create', 'Tips', 'mon 09:00; tue 09:00']).then(() =>
        json(['queue', 'list']),
      ),
    )
  const queue = String(queues.find(({ name }) => name === 'Tips')?.id)
  const [one, two] = [await write('One', 'draft'), await write('Two', 'draft')]
  const words = ['posts', 'update', `${two},${one}`, '--when', 'next_slot']
  const { results } = z
    .object({
      results: z.array(
        z.looseObject({
          post: z.looseObject({ id: z.number(), queue_id: z.number(), scheduled_at: z.string() }),
        }),
      ),
    })
    .parse(await json([...words, '--queue', queue]))
  assert.deepEqual(
    results
      .toSorted((a, b) => a.post.scheduled_at.localeCompare(b.post.scheduled_at))
      .map(({ post }) => [post.id, String(post.queue_id)]),
    [
      [two, queue],
      [one, queue],
    ],
  )
  const alone = await here.crier(['posts', 'update', String(one), '--queue', queue])
  assert.equal(alone.code, 2)
  assert.match(alone.stderr, /--queue: Say when next_slot with it/)
})

test('what a key posted today is taken back, after a rehearsal that changes nothing', async () => {
  const key = z
    .object({ id: z.string(), token: z.string() })
    .parse(await json(['key', 'create', '--name', 'Undone']))
  const post = async (when: string) => {
    const answer = await fetch(`${here.base_url}/api/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: `Undo ${when}`, social_account_ids: [Number(to)], when }),
    })
    assert.equal(answer.status, 201)
    return z.looseObject({ id: z.number() }).parse(await answer.json()).id
  }
  const later = await post('2998-02-01T09:00:00Z')
  const draft = await post('draft')
  const told = `Cancelled: ${later}.\nDeleted: ${draft}.\n`
  const dry = await here.crier(['key', 'undo', key.id, '--dry-run'])
  assert.deepEqual(dry, { code: 0, stdout: told, stderr: '' })
  const done = await here.crier(['key', 'undo', key.id, '--published'])
  assert.deepEqual(done, { code: 0, stdout: told, stderr: '' })
  const again = await here.crier(['key', 'undo', key.id])
  assert.equal(again.stdout, 'There is nothing of today to take back.\n')
  const wrong = await here.crier(['key', 'undo', 'first'])
  assert.match(wrong.stderr, /^ID: Use a whole number\./)
})
