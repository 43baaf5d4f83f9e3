import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Body, openService } from '../service.ts'
import { newKey, newPost } from '../surfaces/kit.ts'

const service = await openService()
after(() => service[Symbol.asyncDispose]())

interface Page {
  data: {
    id: string
    type: string
    post_id: number | null
    actor: { kind: string; name: string }
  }[]
  before: string | null
}
async function activity(query = '', token?: string): Promise<Page> {
  const { status, body } = await service.rest('GET', `/api/activity${query}`, undefined, {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body as unknown as Page
}

/** Events are numbered a moment after their commit. */
async function until(is: (page: Page) => boolean, query = '') {
  const end = performance.now() + 10_000
  for (;;) {
    const page = await activity(query)
    if (is(page)) return page
    assert.ok(performance.now() < end, JSON.stringify(page))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('what was done is told with who did it, the latest first, a page at a time', async () => {
  const ids = [await newPost(service), await newPost(service), await newPost(service)]
  const made = await until(
    ({ data }) => ids.every((id) => data.some(({ post_id }) => post_id === id)),
    '?types=post.created',
  )
  assert.deepEqual(
    made.data.slice(0, 3).map(({ post_id }) => post_id),
    ids.toReversed(),
  )
  assert.equal(made.data[0]?.actor.kind, 'key')
  const pages: string[] = []
  for (let before: string | null = ''; before !== null;) {
    const page: Page = await activity(`?types=post.created&limit=1${before && `&before=${before}`}`)
    assert.ok(page.data.length <= 1)
    pages.push(...page.data.map(({ id }) => id))
    before = page.before
  }
  assert.deepEqual(
    pages,
    made.data.map(({ id }) => id),
  )
  assert.equal((await activity('?by=app,person&types=post.created')).data.length, 0)
  assert.ok((await activity('?by=key&types=post.*')).data.length >= 3)
  assert.equal((await activity(`?post_id=${ids[0]}&types=post.created`)).data.length, 1)
  assert.equal((await activity('?since=2999-01-01T00:00:00Z')).data.length, 0)
})

test('a key hears of no more than it may: neither of keys, nor who did it', async () => {
  await service.rest('POST', '/api/api-keys', { name: 'Another' })
  await until(({ data }) => data.length > 0, '?types=audit.key_created')
  const reader = await newKey(service, ['posts:read'])
  const { data } = await activity('', reader.token)
  assert.ok(data.length > 0)
  assert.ok(data.every(({ type }) => !type.startsWith('audit.')))
  assert.ok(data.every(({ actor }) => actor.name === null))
})

test('a cursor that says nothing is refused with the one to go on with', async () => {
  const { status, body } = await service.rest('GET', '/api/activity?before=0123456789ab.1')
  assert.equal(status, 410)
  assert.equal((body['error'] as Body)['code'], 'cursor_gone')
  assert.equal((await service.rest('GET', '/api/activity?before=x&by=nobody')).status, 422)
})
