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
  const end = performance.now() + 60_000
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
  const odd = await service.rest('GET', '/api/activity?before=x')
  assert.deepEqual(Object.keys(odd.body['errors'] ?? {}), ['before'])
})

interface Deed {
  type: string
  post_id: number | null
  data: Body
  changes?: { field: string; before: unknown; after: unknown }[] | null
}
const deeds = async (query: string, is: (all: Deed[]) => boolean, token?: string) => {
  await until(({ data }) => is(data as unknown as Deed[]), query)
  return (await activity(query, token)).data as unknown as Deed[]
}

test('what was before and after of a post is told where it is asked for, and not what was never compared', async () => {
  const id = await newPost(service, { content: 'The harvest is in' })
  const rest = (body: Body) => service.rest('PUT', `/api/posts/${id}`, body)
  assert.equal((await rest({ content: 'The harvest is over' })).status, 200)
  assert.equal((await rest({ scheduled_at: '2099-01-01T09:00:00Z' })).status, 200)
  assert.equal((await rest({ labels: ['autumn'] })).status, 200)
  const of = `?post_id=${id}&types=post.updated`
  const all = await deeds(`${of}&changes=true`, (found) => found.length === 3)
  assert.deepEqual(
    all.map(({ changes }) => changes),
    [
      null,
      [
        {
          field: 'scheduled_at',
          before: all[1]?.changes?.[0]?.before,
          after: '2099-01-01T09:00:00.000Z',
        },
      ],
      [{ field: 'content', before: 'The harvest is in', after: 'The harvest is over' }],
    ],
  )
  const [plain] = (await activity(of)).data
  assert.ok(plain && !('changes' in plain))
  const [made] = (await activity(`?post_id=${id}&types=post.created&changes=true`))
    .data as unknown as Deed[]
  assert.equal(made?.changes, null)
})

test('a key that sees some accounts only hears of no others in what was before', async () => {
  const { x = 0, bluesky = 0 } = service.accounts
  const id = await newPost(service, { content: 'For both', social_account_ids: [x, bluesky] })
  await service.rest('PUT', `/api/posts/${id}`, {
    social_account_ids: [x],
    platform_content: [{ account_id: x, content: 'For X' }],
  })
  const made = await service.rest('POST', '/api/api-keys', {
    name: 'Of one account',
    leash: { account_ids: [x] },
  })
  const of = `?post_id=${id}&types=post.updated&changes=true`
  await until(({ data }) => data.length === 1, of)
  const { data } = await activity(of, String(made.body['token']))
  const changes = (data as unknown as Deed[])[0]?.changes
  assert.deepEqual(changes?.find(({ field }) => field === 'social_account_ids')?.before, [x])
})

test('of a role, a setting, a key and an app the event itself tells what was before', async () => {
  const { body } = await service.rest('POST', '/api/api-keys', { name: 'Before' })
  await service.rest(
    'PUT',
    `/api/api-keys/${String((body['key'] as Body | undefined)?.['id'] ?? body['id'])}`,
    {
      name: 'After',
    },
  )
  const [key] = await deeds('?types=audit.key_changed&changes=true', (found) => found.length > 0)
  assert.deepEqual(key?.changes, [{ field: 'name', before: 'Before', after: 'After' }])
  await service.query("update workspaces set timezone = 'Asia/Kathmandu'")
  const [setting] = await deeds('?types=audit.setting_changed&changes=true', (found) =>
    found.some(({ changes }) => changes?.[0]?.field === 'timezone'),
  )
  assert.equal(setting?.changes?.[0]?.after, 'Asia/Kathmandu')
  assert.deepEqual(setting.data['settings'], ['timezone'])
})
