/** Lists of posts: each filter finds what it says, in every order, and a walk by cursor meets every post once. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { openService, type Body } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { idOf, inAnHour, newAccount, newNeighbour } from './kit.ts'
import { leashed } from './leashed.ts'
import { postIn } from './states.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const { x = 0, bluesky = 0 } = service.accounts
const both = callers(service)
const { rest } = both
const key = await leashed(service, {})

const made: Record<string, number> = {}
const posts: Record<string, Body> = {
  plain: { content: 'A walk in the Alps' },
  english: {
    content: 'Walking: see https://example.com/alps?x=1 #autumn',
    social_account_ids: [x],
  },
  german: { content: 'Größe zählt nicht', labels: ['süß', 'a'], social_account_ids: [bluesky] },
  japanese: { content: '秋の東京タワーで会いましょう', labels: ['b'] },
  late: { content: 'Late', when: '2990-01-01T09:00:00Z', labels: ['a', 'b'] },
  early: { content: 'Early', when: inAnHour(), external_id: 'early,1' },
}
for (const [name, more] of Object.entries(posts)) {
  const body = { social_account_ids: [x, bluesky], when: 'draft', ...more }
  made[name] = idOf((await rest('schedule_post', body)).body)
}
made['tool'] = idOf((await both.mcp('schedule_post', draft('By a tool'))).body)
made['keyed'] = idOf((await key.rest('schedule_post', draft('By a key'))).body)
made['out'] = await postIn('published', service)
made['gone'] = await postIn('deleted draft', service)
const names = Object.fromEntries(Object.entries(made).map(([name, id]) => [id, name]))

function draft(content: string) {
  return { content, social_account_ids: [x, bluesky], when: 'draft' }
}

const Page = z.looseObject({
  data: z.array(z.looseObject({ id: z.int() })),
  total: z.int(),
  current_page: z.int(),
  last_page: z.int(),
  next_cursor: z.string().nullable(),
  next_page_url: z.string().nullable(),
})
const found = (body: Body) => Page.parse(body).data.map(({ id }) => names[id])

const newest = ['out', 'keyed', 'tool', 'early', 'late', 'japanese', 'german', 'english', 'plain']
const without = (...left: string[]) => newest.filter((name) => !left.includes(name))
const wanted: Record<string, [Body, string[]]> = {
  'an account': [{ account_ids: x }, without('german')],
  'several accounts': [{ account_ids: `${x},${bluesky}` }, newest],
  'an account that nobody has': [{ account_ids: 987_654 }, []],
  'a platform': [{ platform: 'bluesky' }, without('english')],
  'a label': [{ labels: 'a' }, ['late', 'german']],
  'any of several labels': [{ labels: 'süß,b' }, ['late', 'japanese', 'german']],
  'an own id': [{ external_id: 'early,1' }, ['early']],
  'an own id that nobody has': [{ external_id: 'early' }, []],
  'a word': [{ search: 'alps' }, ['english', 'plain']],
  'beginnings of words, in any order': [{ search: 'ALP wal' }, ['english', 'plain']],
  'a word of all': [{ search: 'walk nothing' }, []],
  'a tag': [{ search: '#autumn' }, ['english']],
  'a word with other letters': [{ search: 'GRÖSSE' }, []],
  'a word with umlauts': [{ search: 'größe' }, ['german']],
  'a word of a script without spaces': [{ search: '東京' }, ['japanese']],
  'what looks like a query': [{ search: "alps') | walk & !x:*" }, ['english']],
  'a surface': [{ created_via: 'mcp' }, ['tool']],
  'a key': [{ key_id: key.id }, ['keyed']],
  'nothing changed since': [{ updated_since: '2990-01-01' }, []],
  'a span of time': [{ from: '2989-12-31', to: '2990-01-01' }, ['late']],
  'several at once': [{ labels: 'b', platform: 'x', status: 'draft' }, ['japanese']],
  'what is out': [{ sort: 'published_at' }, ['out']],
}

for (const surface of surfaces) {
  for (const [name, [filter, expected]] of Object.entries(wanted)) {
    test(`a list by ${name} has these posts and no other, over ${surface}`, async () => {
      const { code, body } = await both[surface]('list_posts', {
        status: 'all',
        ...listed(surface, filter),
      })
      assert.equal(code, undefined, JSON.stringify(body))
      assert.deepEqual(found(body), expected)
      assert.equal(body['total'], expected.length)
    })
  }
}

for (const surface of surfaces) {
  test(`a platform that there is not is refused with those that there are, over ${surface}`, async () => {
    const wrong = { platform: 'twitter', status: 'lost' }
    const { errors } = await both[surface]('list_posts', wrong)
    assert.deepEqual(Object.keys(errors).sort(), ['platform', 'status'])
    assert.match(String(errors['platform']), /Use one of: bluesky, .*, x, youtube\.$/)
    const days = { from: '2026-11-01', to: '2026-11-02', platform: 'twitter' }
    if (surface === 'rest') {
      assert.deepEqual(Object.keys((await rest('list_calendar', days)).errors), ['platform'])
      const table = await service.rest('GET', '/api/posts.csv?platform=twitter')
      assert.equal(table.status, 422, JSON.stringify(table.body))
    }
  })
}

test('over MCP a list without a status has what is on schedule, unless it asks for what never is', async () => {
  const told = async (filter: Body) => found((await both.mcp('list_posts', filter)).body)
  assert.deepEqual(await told({}), ['early', 'late'])
  assert.deepEqual(await told({ deleted: true }), ['gone'])
  assert.deepEqual(await told({ deleted: false }), ['early', 'late'])
  assert.deepEqual(await told({ sort: 'published_at' }), ['out'])
  assert.deepEqual(await told({ sort: 'published_at', status: 'scheduled' }), [])
})

/** A query has text only; tools have lists. */
function listed(surface: string, filter: Body): Body {
  if (surface === 'rest') return filter
  const lists = ['account_ids', 'labels']
  return Object.fromEntries(
    Object.entries(filter).map(([field, value]) => [
      field,
      lists.includes(field)
        ? String(value)
            .split(',')
            .map((each) => (field === 'labels' ? each : Number(each)))
        : value,
    ]),
  )
}

const byTime = ['early', 'late']
const orders: Record<string, string[]> = {
  created_at: newest.toReversed(),
  // What has no time is later than all that has one, in the order of ids.
  scheduled_at: ['out', ...byTime, ...without('out', ...byTime).toReversed()],
  published_at: ['out'],
}

for (const [sort, ascending] of Object.entries(orders)) {
  for (const order of ['asc', 'desc']) {
    test(`by ${sort}, ${order}, a walk meets every post once, by cursor and by address`, async () => {
      const expected = order === 'asc' ? ascending : ascending.toReversed()
      for (const per_page of [1, 2, 4, 50]) {
        const walk = { sort, order, per_page }
        const met: (string | undefined)[] = []
        let cursor: string | null | undefined
        let page = 0
        while (cursor !== null) {
          const { body } = await rest('list_posts', { ...walk, ...(cursor && { cursor }) })
          const told = Page.parse(body)
          met.push(...found(body))
          page++
          assert.equal(told.current_page, page)
          assert.equal(told.last_page, Math.ceil(expected.length / per_page))
          assert.equal(told.total, expected.length)
          cursor = told.next_cursor
        }
        assert.deepEqual(met, expected)
        const query = new URLSearchParams({ sort, order, per_page: String(per_page) })
        assert.deepEqual(await followed(`/api/posts?${query.toString()}`), expected)
      }
    })
  }
}

async function followed(path: string) {
  const met: (string | undefined)[] = []
  let next: string | null = `${service.base_url}${path}`
  while (next) {
    const { body } = await service.rest('GET', next.slice(service.base_url.length))
    met.push(...found(body))
    next = Page.parse(body).next_page_url
  }
  return met
}

test('a page keeps its filters in the addresses of the next', async () => {
  const { body } = await service.rest(
    'GET',
    `/api/posts?labels[]=a&labels[]=b&account_ids[]=${x}&account_ids[]=${bluesky}&search=a&per_page=1`,
  )
  assert.equal(body['total'], 0)
  const { body: some } = await service.rest('GET', '/api/posts?labels[]=a&labels[]=b&per_page=1')
  assert.deepEqual(
    await followed(
      new URL(String(some['next_page_url'])).pathname +
        new URL(String(some['next_page_url'])).search,
    ),
    ['japanese', 'german'],
  )
})

test('a walk by cursor skips nothing when what it met is cancelled, and counts once', async () => {
  const home = await newNeighbour(service)
  const { id } = await newAccount(service, home.workspace_id)
  const there = callers(service, home.token).rest
  for (let at = 0; at < 7; at++)
    await there('schedule_post', { content: `${at}`, social_account_ids: [id], when: inAnHour() })
  let cursor: string | null | undefined
  const met = new Set<number>()
  while (cursor !== null) {
    const { body } = await there('list_posts', { per_page: 2, ...(cursor && { cursor }) })
    const page = Page.parse(body)
    assert.equal(page.total, 7)
    for (const { id: post } of page.data) {
      met.add(post)
      await there('cancel_post', { id: post })
    }
    cursor = page.next_cursor
  }
  assert.equal(met.size, 7)
})

test('what changed last comes first by updated_at, and updated_since leaves out what is older', async () => {
  const id = made['english'] ?? 0
  const { body: post } = await rest('update_post', { id, note: 'Touched' })
  const { body } = await rest('list_posts', {
    sort: 'updated_at',
    updated_since: post['updated_at'],
  })
  assert.deepEqual(found(body), ['english'])
  assert.equal(found((await rest('list_posts', { sort: 'updated_at' })).body)[0], 'english')
})

test('filters that mean nothing are refused by their names, all at once', async () => {
  const wrong = {
    account_ids: 'me',
    labels: '',
    search: '???',
    created_via: 'fax',
    key_id: 'mine',
    updated_since: 'lately',
    sort: 'beauty',
    order: 'up',
    cursor: 'x',
    outcome: 'odd',
  }
  const { code, errors } = await rest('list_posts', wrong)
  assert.equal(code, 'invalid')
  const fields = Object.keys(errors).map((field) => field.split('.')[0] ?? '')
  assert.deepEqual([...new Set(fields)].toSorted(), Object.keys(wrong).toSorted())
  const { body } = await rest('list_posts', { per_page: 1 })
  const other = await rest('list_posts', { sort: 'updated_at', cursor: body['next_cursor'] })
  assert.deepEqual(Object.keys(other.errors), ['cursor'])
})

test('a credential on a leash finds its own accounts only, whatever it filters by', async () => {
  const seeing = await leashed(service, { account_ids: [x] })
  for (const filter of [
    { search: 'größe' },
    { labels: 'a' },
    { account_ids: bluesky },
    { platform: 'bluesky' },
  ]) {
    assert.deepEqual(
      found((await seeing.rest('list_posts', filter)).body),
      [],
      JSON.stringify(filter),
    )
  }
  assert.deepEqual(found((await seeing.rest('list_posts', { search: 'walking' })).body), [
    'english',
  ])
})

test('over MCP, what is searched for is found in any status, and short', async () => {
  const { result } = await service.tool('list_posts', { search: 'größe' })
  const [item] = z
    .object({ data: z.array(z.looseObject({ labels: z.unknown() })) })
    .parse(result).data
  assert.deepEqual(item?.labels, ['süß', 'a'])
})
