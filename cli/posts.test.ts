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

const Accounts = z.object({
  accounts: z.array(z.looseObject({ id: z.number(), platform: z.string(), username: z.string() })),
})
const Post = z.looseObject({ id: z.number(), content: z.string(), outcome: z.string() })
const json = async (words: string[]) => {
  const { code, stdout, stderr } = await here.crier([...words, '--json'])
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout) as unknown
}
const accounts = Accounts.parse(await json(['account', 'list'])).accounts
const ids = accounts
  .filter(({ platform }) => platform === 'x' || platform === 'bluesky')
  .map(({ id }) => String(id))

test('a post is written, listed and cancelled', async () => {
  const to = ['--accounts', ids.join(',')]
  const draft = Post.parse(await json(['post', 'A draft', ...to, '--when', 'draft']))
  const later = Post.parse(await json(['post', 'For later', ...to, '--when', '2998-01-01T09:00']))
  assert.deepEqual([draft.outcome, later.outcome], ['draft', 'scheduled'])
  const listed = await here.crier(['posts', '--status', 'scheduled'])
  assert.match(
    listed.stdout,
    new RegExp(`^${later.id} +scheduled +2998-01-01T09:00:00.000Z .*For later\\n1 of 1\\n$`, 'm'),
  )
  const cancelled = await here.crier(['cancel', String(later.id)])
  assert.deepEqual(cancelled, { code: 0, stdout: `Post ${later.id} is cancelled.\n`, stderr: '' })
  const again = await here.crier(['cancel', String(later.id)])
  assert.deepEqual([again.code, again.stdout], [1, ''])
  assert.match(again.stderr, /^Leave it: it is deleted/)
})

test('a thread is written in parts, or cut from one text, with options of its platforms', async () => {
  const parts = z.looseObject({ thread: z.array(z.looseObject({ content: z.string() })).nullish() })
  const to = ['--accounts', ids.join(','), '--when', 'draft']
  const thread = JSON.stringify(['Second', { content: 'Third' }])
  const options = JSON.stringify({ x: { reply_settings: 'following' } })
  const words = ['post', 'First', ...to, '--thread', thread, '--options', options]
  const { thread: written, platform_options } = parts.parse(await json(words))
  assert.deepEqual(
    written?.map(({ content }) => content),
    ['Second', 'Third'],
  )
  assert.deepEqual(platform_options, { x: { reply_settings: 'following' } })
  const long = ['post', 'A sentence of a long text. '.repeat(30), ...to, '--dry-run']
  const cut = JSON.stringify(await json([...long, '--split', 'numbered']))
  assert.match(cut, /A sentence of a long text\. 1\/\d/)
  const odd = await here.crier(['post', 'First', ...to, '--thread', 'Second', '--thread-as', 'row'])
  assert.equal(odd.code, 2)
  assert.match(odd.stderr, /--thread: .*--thread-as: /)
})

test('posts are listed by what became of them, and by what made them', async () => {
  const words = ['--accounts', ids.join(','), '--when', 'draft']
  const gone = Post.parse(await json(['post', 'Soon gone', ...words]))
  await json(['call', 'delete_post', '--input', JSON.stringify({ id: gone.id })])
  const listed = async (...flags: string[]) => (await here.crier(['posts', ...flags])).stdout
  assert.match(await listed('--deleted'), /Soon gone/)
  assert.doesNotMatch(await listed('--outcome', 'draft'), /Soon gone/)
  assert.match(await listed('--outcome', 'draft,failed'), /A draft/)
  assert.match(await listed('--created-via', 'mcp'), /no such posts/)
  assert.match(await listed('--updated-since', '2998-01-01'), /no such posts/)
  const odd = await here.crier(['posts', '--outcome', 'lost', '--series', 'x', '--queue', 'y'])
  assert.match(odd.stderr, /--outcome: .*--series: .*--queue: /s)
})

test('a post that is out is taken down, and one that is not is told so', async () => {
  const words = ['--accounts', ids.join(','), '--when', 'draft']
  const draft = Post.parse(await json(['post', 'Never out', ...words]))
  const refused = await here.crier(['unpublish', String(draft.id)])
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
  assert.match(refused.stderr, /^Leave it as it is:/)
  const out = Post.parse(
    await json(['post', 'Out, and down', '--accounts', ids.join(','), '--when', 'now']),
  )
  for (let tries = 0; tries < 100; tries++) {
    const { stdout } = await here.crier(['posts', '--status', 'published'])
    if (stdout.includes('Out, and down')) break
  }
  const odd = await here.crier(['unpublish', String(out.id), '--accounts', 'nobody'])
  assert.match(odd.stderr, /^--accounts: There is no connected account nobody\. Connected: /)
  const { code, stdout } = await here.crier(['unpublish', String(out.id)])
  assert.equal(code, 0)
  assert.match(stdout, /^ACCOUNT .*\n.* (pending|removing|removed)/)
  const never = await here.crier(['republish', String(draft.id)])
  assert.deepEqual([never.code, never.stdout], [1, ''])
  assert.match(never.stderr, /nothing of it was taken down/)
  const again = async () => here.crier(['republish', String(out.id)])
  let told = await again()
  for (let tries = 0; tries < 100 && told.code !== 0; tries++) told = await again()
  assert.match(told.stdout, /^ID .*\n.* (scheduled|publishing|published) /)
})

test('a post that is out is changed where that can be done, and where it cannot a person is shown the place', async () => {
  const words = ['--accounts', ids.join(','), '--when', 'draft']
  const draft = Post.parse(await json(['post', 'Not out yet', ...words]))
  const early = await here.crier(['edit', String(draft.id), '--text', 'Better'])
  assert.deepEqual([early.code, early.stdout], [1, ''])
  assert.match(early.stderr, /`crier call update_post`/)
  const nothing = await here.crier(['edit', String(draft.id)])
  assert.match(nothing.stderr, /--text|content/)
  const odd = await here.crier(['edit', String(draft.id), '--options', 'title'])
  assert.match(odd.stderr, /--options/)
})

const Ids = z.object({ data: z.array(z.object({ id: z.number() })) })
const found = async (...filter: string[]) =>
  Ids.parse(await json(['posts', ...filter])).data.map(({ id }) => id)

test('posts are found by what they say and what is kept with them', async () => {
  const words = ['--accounts', ids.join(','), '--when', 'draft', '--labels', 'found,kept']
  const post = Post.parse(await json(['post', 'Needles in the hay', ...words]))
  assert.deepEqual(await found('--search', 'needle', '--sort', 'updated_at'), [post.id])
  assert.deepEqual(await found('--labels', 'found', '--accounts', ids[0] ?? ''), [post.id])
  assert.deepEqual(await found('--labels', 'lost'), [])
  const wrong = await here.crier(['posts', '--sort', 'beauty'])
  assert.match(wrong.stderr, /^--sort: /)
})

test('what doubt means to a post is said with it, and a word that means nothing is told by its flag', async () => {
  const words = ['post', 'Careful', '--accounts', ids.join(','), '--when', 'draft', '--in-doubt']
  const said = z.looseObject({ in_doubt: z.string().nullable() })
  assert.equal(said.parse(await json([...words, 'ask'])).in_doubt, 'ask')
  const wrong = await here.crier([...words, 'guess'])
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /^--in-doubt: /)
})

test('what is kept with a post is said with it, and a second post with its id is refused', async () => {
  const words = ['post', 'Kept', '--accounts', ids.join(','), '--when', 'draft']
  const own = ['--external-id', 'cli-1', '--labels', 'a,b', '--note', 'x', '--metadata', '{"a":1}']
  const said = z.looseObject({ external_id: z.string(), labels: z.array(z.string()) }).loose()
  const { external_id, labels, note, metadata } = said.parse(await json([...words, ...own]))
  assert.deepEqual([external_id, labels, note, metadata], ['cli-1', ['a', 'b'], 'x', { a: 1 }])
  const again = await here.crier([...words, ...own])
  assert.equal(again.code, 1)
  assert.match(again.stderr, /^Go on with post \d+/)
  const wrong = await here.crier([...words, '--metadata', '{'])
  assert.match(wrong.stderr, /^--metadata: /)
})

test('a post for now is published by the instance that runs', async () => {
  const words = ['post', 'Right now', '--accounts', ids[0] ?? '', '--when', 'now']
  const { id } = Post.parse(await json(words))
  const { token } = z
    .object({ token: z.string() })
    .parse(await json(['key', 'create', '--name', 'look']))
  const answer = await fetch(`${here.base_url}/api/posts/${id}?wait=30`, {
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal(Post.parse(await answer.json()).outcome, 'published')
})

test('accounts go by their names as well, in posts, filters and series', async () => {
  const [first] = accounts
  assert.ok(first)
  const named = `${first.platform}:${first.username}`
  const words = ['--accounts', `@${first.username}`, '--when', 'draft']
  const post = Post.parse(await json(['post', 'By its name', ...words]))
  assert.deepEqual(await found('--search', 'By its name', '--accounts', named), [post.id])
  const wrong = await here.crier(['post', 'x', '--accounts', 'y,1,z', '--when', 'draft'])
  assert.match(wrong.stderr, /account y\. .*account z\. /)
  const rule = ['--rule', 'FREQ=DAILY;COUNT=2', '--starts-at', '2099-01-01T09:00', '--dry-run']
  const series = await here.crier(['series', 'create', 'Daily', '--accounts', named, ...rule])
  assert.equal(series.code, 0, series.stderr)
})

for (const [what, words, sentence] of [
  ['no time', ['post', 'x', '--accounts', '1'], /^Give --when\./],
  ['no time at all', ['post', 'x', '--accounts', '1', '--when', 'soon'], /^--when: Use draft, now/],
  [
    'accounts that are none',
    ['post', 'x', '--accounts', '1,y', '--when', 'draft'],
    /^--accounts: There is no connected account y\. Connected: \d+ \(/,
  ],
  [
    'an account that is not there',
    ['post', 'x', '--accounts', '777', '--when', 'draft'],
    /^--accounts: There is no such/,
  ],
  ['a state that is none', ['posts', '--status', 'gone'], /^--status: Use draft, scheduled/],
  ['a post that is no number', ['cancel', 'first'], /^ID: Use a whole number\./],
] as const) {
  test(`${what} is one line about the flag and exit code 2`, async () => {
    const { code, stdout, stderr } = await here.crier([...words])
    assert.match(stderr, sentence)
    assert.deepEqual([code, stdout], [2, ''])
  })
}

test('an account is disconnected, and the way back is printed for those that are there', async () => {
  const { id, username } = accounts.find(({ platform }) => platform === 'x') ?? assert.fail('none')
  for (const account of [String(id), `x:${username}`]) {
    const { stdout } = await here.crier(['account', 'reconnect', account])
    assert.match(stdout, /\/connect\/x\?ticket=.+\n$/)
  }
  const nobody = await here.crier(['account', 'disconnect', '@nobody'])
  assert.equal(nobody.code, 2)
  assert.match(nobody.stderr, /no connected account @nobody\. .*x:/)
  const gone = await here.crier(['account', 'disconnect', String(id)])
  assert.equal(gone.code, 0, gone.stderr)
  assert.match(gone.stdout, new RegExp(`^Account ${id} is disconnected\\.`))
  const left = Accounts.parse(await json(['account', 'list'])).accounts
  assert.ok(!left.some((account) => account.id === id))
  const never = await here.crier(['account', 'disconnect', '999999'])
  assert.deepEqual([never.code, never.stdout], [1, ''])
})
