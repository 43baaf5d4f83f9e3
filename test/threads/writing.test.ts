import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Body, openService, type TestService } from '../service.ts'

let service: TestService
before(async () => {
  service = await openService()
})
after(() => service[Symbol.asyncDispose]())

const DRAFT = { when: 'draft' }
const wish = (more: Body): Body => ({ content: 'The first part', ...DRAFT, ...more })
const part = (content: string) => ({ content })
const SOON = () => new Date(Date.now() + 3_600_000).toISOString()
const SOMETIME = () => ({ scheduled_at: SOON(), when: undefined })

async function create(more: Body) {
  return service.rest('POST', '/api/posts', wish(more))
}
/** An account on a platform that has no threads, which nobody signed in to. */
async function anAccountOn(platform: string, id: number) {
  const { rows } = await service.query(`
    insert into accounts overriding system value
    select (jsonb_populate_record(a, '{"id": ${id}, "platform": "${platform}", "platform_account_id": "one"}')).* from accounts a limit 1
    returning id`)
  return Number(rows[0]?.['id'])
}
const accounts = () => [service.accounts['x'] ?? 0, service.accounts['bluesky'] ?? 0]
const partsOf = (post: Body, index = 0) =>
  ((post['per_account'] as Body[])[index]?.['parts'] as Body[] | null)?.map(
    (each) => each['content'],
  )

test('every part is checked when the post is written, and every problem told at once, by its own field', async () => {
  const { status, body } = await create({
    scheduled_at: SOON(),
    when: undefined,
    social_account_ids: accounts(),
    thread: [
      part('fits'),
      part('y'.repeat(290)),
      part(''),
      { content: 'a file', media_ids: [987_654] },
    ],
  })
  assert.equal(status, 422)
  const errors = body['errors'] as Record<string, string[]>
  assert.deepEqual(Object.keys(errors).toSorted(), [
    'thread.1.content',
    'thread.2.content',
    'thread.3.media_ids.0',
  ])
  assert.match(errors['thread.1.content']?.[0] ?? '', /280 weighted characters; this has 290/)
})

test('X takes no text twice, which is told of the part that repeats it', async () => {
  const again = [part('One'), part('Two'), part('One')]
  const wanted = { scheduled_at: SOON(), when: undefined, thread: again }
  const { status, body } = await create({ ...wanted, social_account_ids: [service.accounts['x']] })
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(body['errors'] as Body), ['thread.2.content'])
  const elsewhere = await create({ ...wanted, social_account_ids: [service.accounts['bluesky']] })
  assert.equal(elsewhere.status, 201)
})

test('a platform without threads refuses one, joins it, or is given its own', async () => {
  const pin = await anAccountOn('linkedin', 999)
  const both = { social_account_ids: [service.accounts['x'], pin], thread: [part('Behind')] }
  const refused = await create({ ...both, scheduled_at: SOON(), when: undefined })
  assert.equal(refused.status, 422)
  assert.match(
    JSON.stringify(refused.body['errors']),
    /thread.*LinkedIn.*has no threads: send thread_as/,
  )
  const joined = await create({ ...both, scheduled_at: SOON(), when: undefined, thread_as: 'join' })
  assert.equal(joined.status, 201)
  assert.deepEqual(partsOf(joined.body, 0), ['The first part', 'Behind'])
  assert.deepEqual(partsOf(joined.body, 1), ['The first part\n\nBehind'])
  const own = await create({
    ...both,
    scheduled_at: SOON(),
    when: undefined,
    platform_content: [{ account_id: pin, thread: [] }],
  })
  assert.equal(own.status, 201)
  assert.deepEqual(partsOf(own.body, 1), undefined)
})

test('where the author can comment, the parts go as comments when somebody says so, held to the rules of comments', async () => {
  const page = await anAccountOn('facebook', 997)
  const gram = await anAccountOn('instagram', 996)
  const board = await anAccountOn('pinterest', 995)
  const asked = (social_account_ids: number[], thread: Body[], more: Body = {}) =>
    create({
      social_account_ids,
      thread,
      thread_as: 'comments',
      dry_run: true,
      ...SOMETIME(),
      ...more,
    })
  const said = await asked([service.accounts['x'] ?? 0, page], [part('Behind'), part('Last')])
  assert.equal(said.status, 200, JSON.stringify(said.body))
  for (const index of [0, 1])
    assert.deepEqual(partsOf(said.body, index), ['The first part', 'Behind', 'Last'])
  const errors = async (...wish: Parameters<typeof asked>) => {
    const { status, body } = await asked(...wish)
    assert.equal(status, 422)
    return body['errors'] as Record<string, string[]>
  }
  const long = await errors([gram], [part('fits'), part('x'.repeat(301))])
  assert.match(
    long['thread.1.content']?.[0] ?? '',
    /Instagram.*at most 300 characters; this has 301/,
  )
  const links = part('https://a.example/ https://b.example/')
  const linked = await errors([gram], [links])
  assert.match(linked['thread.0.content']?.[0] ?? '', /at most 1 links; this has 2/)
  const none = await errors([board], [part('Behind')])
  assert.match(none['thread']?.[0] ?? '', /Pinterest.*has no threads: send thread_as: join, or/)
  const story = { platform_options: { instagram: { kind: 'story' } } }
  const onStory = await errors([gram], [part('Behind')], story)
  assert.match(onStory['thread']?.[0] ?? '', /has no threads: send thread_as: join, or/)
  const tube = await anAccountOn('youtube', 994)
  const hidden = { platform_options: { youtube: { privacy: 'private' } } }
  const unseen = await errors([tube], [part('Behind'), part('Last')], hidden)
  assert.match(
    unseen['thread.0.content']?.[0] ?? '',
    /takes no comments below a video that is private/,
  )
  assert.equal(unseen['thread.1.content'], undefined)
  const { body } = await service.rest('GET', '/api/capabilities')
  const platforms = body['platforms'] as Record<string, Body>
  const commented = Object.keys(platforms).filter(
    (id) => (platforms[id]?.['thread'] as Body | undefined)?.['as'] === 'comments',
  )
  assert.deepEqual(commented.toSorted(), ['facebook', 'instagram', 'linkedin', 'youtube'])
})

test('what was said of threads stays with a post that is none yet', async () => {
  const said = await create({ social_account_ids: accounts(), thread_as: 'join' })
  const { body } = await service.rest('GET', `/api/posts/${String(said.body['id'])}`)
  assert.equal(said.body['thread_as'], 'join')
  assert.equal(body['thread_as'], 'join')
})

test('what is too long is cut by the measure of each platform, and a rehearsal shows the parts', async () => {
  const sentence = 'This is a sentence of about sixty letters, give or take five. '
  const content = sentence.repeat(8).trim()
  const { status, body } = await create({
    content,
    social_account_ids: accounts(),
    split: 'numbered',
    scheduled_at: SOON(),
    when: undefined,
    dry_run: true,
  })
  assert.equal(status, 200)
  for (const index of [0, 1]) {
    const parts = partsOf(body, index) as string[]
    assert.ok(parts.length >= 2, String(index))
    assert.match(parts[0] ?? '', / 1\/\d$/)
    assert.equal(parts.map((each) => each.replace(/ \d\/\d$/, '')).join(' '), content)
  }
  assert.equal(body['content'], content)
})

test('a text that is cut into more parts than anybody writes is answered for by the number of any of them', async () => {
  const account_id = service.accounts['x'] ?? 0
  const content = Array.from({ length: 250 }, (_, at) => `This is sentence number ${at}.`).join(' ')
  const cut = { content, split: 'numbered', social_account_ids: [account_id], ...SOMETIME() }
  const { body } = await create(cut)
  const asked = partsOf(body)?.length ?? 0
  assert.ok(asked > 25, String(asked))
  const out = { result: { platform_post_id: '1', platform_url: null } }
  const steps = Object.fromEntries(
    Array.from({ length: asked - 1 }, (_, at) => [at ? `part_${at + 1}` : 'post', out]),
  )
  const lost = { ...steps, [`part_${asked}`]: { started_at: SOON() } }
  const id = Number(body['id'])
  await service.query(
    `update deliveries set status = 'blocked', blocked_reason = 'outcome_unknown', due_at = null, steps = '${JSON.stringify(lost)}' where post_id = ${id}`,
  )
  const told = await service.rest('GET', `/api/posts/${id}`)
  assert.equal((told.body['per_account'] as Body[])[0]?.['part'], asked)
  const confirm_not_published = [{ account_id, part: asked }]
  const sent = await service.rest('POST', `/api/posts/${id}/retry`, {
    confirm_not_published,
    dry_run: true,
  })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
})

test('a change replaces the parts, and none takes the thread away', async () => {
  const first = await create({
    social_account_ids: accounts(),
    thread: [part('Two'), part('Three')],
  })
  assert.equal(first.status, 201)
  const path = `/api/posts/${String(first.body['id'])}`
  const changed = await service.rest('PUT', path, { content: 'Another first part' })
  assert.deepEqual(partsOf(changed.body), ['Another first part', 'Two', 'Three'])
  const shorter = await service.rest('PUT', path, { thread: [part('The rest')] })
  assert.deepEqual(partsOf(shorter.body), ['Another first part', 'The rest'])
  const copy = await service.rest('POST', `${path}/duplicate`)
  assert.deepEqual(partsOf(copy.body), ['Another first part', 'The rest'])
  const none = await service.rest('PUT', path, { thread: [] })
  assert.deepEqual([none.body['thread'], partsOf(none.body)], [null, undefined])
  const cut = await service.rest('PUT', path, { content: 'Long. '.repeat(100), split: 'plain' })
  assert.ok((partsOf(cut.body)?.length ?? 0) > 1)
  const short = await service.rest('PUT', path, { content: 'Short again' })
  assert.equal(partsOf(short.body), undefined)
})

test('the files of a part belong to the post: they are told where they stand and kept while it is there', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
    'base64',
  )
  const form = new FormData()
  form.set('file', new Blob([png], { type: 'image/png' }), 'dot.png')
  const sent = await fetch(`${service.base_url}/api/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, accept: 'application/json' },
    body: form,
  })
  const { id } = (await sent.json()) as { id: number }
  const made = await create({
    social_account_ids: accounts(),
    thread: [{ content: 'With a picture', media_ids: [id] }],
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.deepEqual(made.body['media'], [])
  const [told = {}] = made.body['per_account'] as Body[]
  assert.deepEqual((told['parts'] as Body[])[1]?.['media_ids'], [id])
  const refused = await service.rest('DELETE', `/api/media/${id}`)
  assert.equal(refused.status, 409)
})

test('over MCP a thread is made, published and told part by part', async () => {
  const { result, isError } = await service.tool('schedule_post', {
    content: 'From an agent',
    social_account_ids: accounts(),
    thread: [part('and its second part')],
    when: 'now',
  })
  assert.equal(isError, false, JSON.stringify(result))
  const post = await service.tool('get_post', { id: result['id'], wait: 30 })
  assert.equal(post.result['outcome'], 'published')
  for (const each of post.result['per_account'] as Body[])
    assert.deepEqual(
      (each['parts'] as Body[]).map(({ status, platform_url }) => [status, typeof platform_url]),
      [
        ['published', 'string'],
        ['published', 'string'],
      ],
    )
})

test('a thread of more parts than the platform takes in a day is refused, since nothing would ever send it', async () => {
  const account_id = await anAccountOn('threads', 93)
  const texts = (count: number) =>
    Array.from({ length: count }, (_, index) => part(`${index} words of a part `.repeat(440)))
  const post = {
    content: 'The first part',
    split: 'plain',
    social_account_ids: [account_id, ...accounts().slice(1)],
  }
  const many = { ...post, thread: texts(20) }
  const refused = await create({ ...many, ...SOMETIME() })
  assert.equal(refused.status, 422)
  assert.deepEqual(Object.keys(refused.body['errors'] as object), ['split'])
  const [text = ''] = (refused.body['errors'] as Record<string, string[]>)['split'] ?? []
  const [, parts] =
    /^Threads \(.*\) takes at most 250 posts in 24 hours; this thread has (\d+) parts\.$/.exec(
      text,
    ) ?? []
  assert.ok(Number(parts) > 250, text)
  assert.deepEqual(Object.keys(refused.body['errors'] as object), ['split'])
  const draft = await create(many)
  assert.ok((draft.body['warnings'] as string[]).includes(text))
  const path = `/api/posts/${String(draft.body['id'])}`
  assert.equal((await service.rest('POST', `${path}/publish-now`)).status, 422)
  const fewer = await create({ ...post, thread: texts(8), ...SOMETIME() })
  assert.equal(fewer.status, 201, JSON.stringify(fewer.body['errors']))
})
