/** Sets of accounts: made, changed, and taken wherever a post says where it goes. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { type Body, openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { demoWorkspace, idOf, newAccount, newNeighbour, newPost } from './kit.ts'
import { leashed } from './leashed.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const both = callers(service)
const { rest } = both
const { x = 0, bluesky = 0 } = service.accounts
const third = (await newAccount(service, await demoWorkspace(service), 'threads')).id

let made = 0
async function newSet(account_ids: readonly number[], name = `Set ${++made} of many`) {
  return idOf((await rest('create_account_set', { name, account_ids })).body)
}

const setsOf = async (call = rest) =>
  z
    .object({
      account_sets: z.array(
        z.looseObject({ id: z.int(), name: z.string(), account_ids: z.array(z.int()) }),
      ),
    })
    .parse((await call('list_account_sets')).body).account_sets

const Post = z.looseObject({ per_account: z.array(z.looseObject({ account_id: z.int() })) })
const goesTo = (body: unknown) => Post.parse(body).per_account.map(({ account_id }) => account_id)

for (const surface of surfaces) {
  const call = both[surface]

  test(`a set is made, listed, changed and deleted, over ${surface}`, async () => {
    const name = `Everywhere over ${surface}`
    const { body } = await call('create_account_set', { name, account_ids: [bluesky, x] })
    const id = idOf(body)
    assert.deepEqual([body['name'], body['account_ids']], [name, [bluesky, x]])
    assert.ok((await setsOf(call)).some((each) => each.id === id))
    const changed = await call('update_account_set', { id, account_ids: [third] })
    assert.deepEqual([changed.body['name'], changed.body['account_ids']], [name, [third]])
    const renamed = await call('update_account_set', { id, name: `${name} else` })
    assert.deepEqual(renamed.body['account_ids'], [third])
    assert.equal((await call('delete_account_set', { id })).code, undefined)
    assert.equal((await call('delete_account_set', { id })).code, 'account_set_not_found')
    assert.equal((await call('update_account_set', { id, name })).code, 'account_set_not_found')
  })

  test(`what is wrong with a set is told all at once, over ${surface}`, async () => {
    await newSet([x], `Taken ${surface}`)
    const wrong = await call('create_account_set', {
      name: `TAKEN ${surface}`,
      account_ids: [x, 987_654],
    })
    assert.deepEqual(Object.keys(wrong.errors).toSorted(), ['account_ids.1', 'name'])
    const more = await call('create_account_set', { name: '12', account_ids: [x, x] })
    assert.deepEqual(Object.keys(more.errors).toSorted(), ['account_ids', 'name'])
    for (const name of ['', 'a, b', 'x'.repeat(101)])
      assert.ok('name' in (await call('create_account_set', { name, account_ids: [x] })).errors)
  })

  test(`a post goes to the accounts of its sets as well, as they are when it is written, over ${surface}`, async () => {
    const set = await newSet([bluesky, x])
    const post = { content: `Sets ${surface}`, when: 'draft' }
    const only = await call('schedule_post', { ...post, account_set_ids: [set] })
    assert.deepEqual(goesTo(only.body), [bluesky, x])
    const more = await call('schedule_post', {
      ...post,
      content: `More ${surface}`,
      social_account_ids: [third, x],
      account_set_ids: [set],
    })
    assert.deepEqual(goesTo(more.body), [third, x, bluesky])
    await rest('update_account_set', { id: set, account_ids: [third] })
    assert.deepEqual(goesTo((await rest('get_post', { id: idOf(only.body) })).body), [bluesky, x])
    const moved = await call('update_post', { id: idOf(only.body), account_set_ids: [set] })
    assert.deepEqual(goesTo(moved.body), [third])
  })

  test(`a set that is not there is told with all else that is wrong, over ${surface}`, async () => {
    const wrong = { account_set_ids: [987_654], media_ids: [987_654], when: '2001-01-01T00:00:00Z' }
    const { errors } = await call('schedule_post', { content: 'x', ...wrong })
    assert.deepEqual(Object.keys(errors).toSorted(), ['account_set_ids.0', 'media_ids.0', 'when'])
    const id = await newPost(service)
    const changed = await call('update_post', { id, ...wrong })
    assert.deepEqual(Object.keys(changed.errors).toSorted(), [
      'account_set_ids.0',
      'media_ids.0',
      'when',
    ])
    const none = await call('schedule_post', { content: 'x', when: 'draft', odd: 1 })
    assert.deepEqual(Object.keys(none.errors).toSorted(), ['odd', 'social_account_ids'])
    assert.deepEqual(none.errors['social_account_ids'], ['This field is required.'])
  })

  test(`in a batch as well; sent again it is there already, over ${surface}`, async () => {
    const set = await newSet([x])
    const posts = [
      {
        content: `In a batch ${surface}`,
        account_set_ids: [set],
        when: 'draft',
        external_id: `b ${surface}`,
      },
      { content: 'Nowhere', account_set_ids: [987_654], when: 'draft' },
    ]
    const first = await call('schedule_posts', { posts })
    // Said in other words: over MCP the same call within seconds is the same call.
    const second = await call('schedule_posts', { posts, all_or_nothing: false })
    const told = (body: Body) =>
      z
        .array(z.looseObject({}))
        .parse(body['results'])
        .map(({ code, existed, errors }) => [code, existed, ...Object.keys(errors ?? {})])
    assert.deepEqual(told(first.body), [
      [undefined, false],
      ['invalid', undefined, 'account_set_ids.0'],
    ])
    assert.deepEqual(told(second.body)[0], [undefined, true])
  })
}

test('in a table by number or by name; a name that is none is told with those that are', async () => {
  const set = await newSet([bluesky], 'Only the sky')
  const csv = `content,account_set_ids,when\nOne,only the SKY,draft\nTwo,${set},draft\nThree,Nobody,draft\nFour,987654,draft\n`
  const { body } = await rest('import_posts', { csv })
  const results = z
    .array(
      z.looseObject({ post: z.unknown().optional(), cells: z.array(z.looseObject({})).optional() }),
    )
    .parse(body['results'])
  assert.deepEqual(
    results.slice(0, 2).map(({ post }) => goesTo(post)),
    [[bluesky], [bluesky]],
  )
  for (const at of [2, 3]) {
    const [cell] = results[at]?.cells ?? []
    assert.equal(cell?.['cell'], `B${at + 2}`)
    assert.match(String(cell['text']), /no (such )?account set.* Sets: .*\(Only the sky\)/)
  }
})

test('accounts that are disconnected are left out, and a set without any says so', async () => {
  const gone = await newAccount(service, await demoWorkspace(service), 'threads')
  const [some, none] = [await newSet([x, gone.id]), await newSet([gone.id])]
  await service.query(`update accounts set removed_at = now() where id = ${gone.id}`)
  const post = { content: 'Left', when: 'draft' }
  assert.deepEqual(
    goesTo((await rest('schedule_post', { ...post, account_set_ids: [some] })).body),
    [x],
  )
  const { errors } = await rest('schedule_post', { ...post, account_set_ids: [none] })
  assert.match(errors['account_set_ids.0']?.[0] ?? '', /^No account of the set Set \d+ of many is/)
})

test('a leash sees of a set its own accounts only, and changes none', async () => {
  const [mixed, others] = [await newSet([bluesky, x]), await newSet([bluesky])]
  const bound = await leashed(service, { account_ids: [x] })
  const seen = await setsOf(bound.rest)
  assert.deepEqual(seen.find(({ id }) => id === mixed)?.account_ids, [x])
  assert.ok(!seen.some(({ id }) => id === others))
  const post = { content: 'Bound', when: 'draft' }
  const to = await bound.rest('schedule_post', { ...post, account_set_ids: [mixed] })
  assert.deepEqual(goesTo(to.body), [x])
  const hidden = await bound.rest('schedule_post', { ...post, account_set_ids: [others] })
  assert.deepEqual(hidden.errors['account_set_ids.0'], ['There is no such account set.'])
  for (const [name, args] of [
    ['create_account_set', { name: 'Mine', account_ids: [x] }],
    ['update_account_set', { id: mixed, account_ids: [x] }],
    ['delete_account_set', { id: mixed }],
  ] as const)
    assert.equal((await bound.rest(name, args)).code, 'forbidden', name)
})

test('sets of another workspace do not exist', async () => {
  const set = await newSet([x])
  const { token, account_id } = await newNeighbour(service)
  const there = callers(service, token).rest
  assert.equal(
    (await there('update_account_set', { id: set, name: 'Ours' })).code,
    'account_set_not_found',
  )
  assert.equal((await there('delete_account_set', { id: set })).code, 'account_set_not_found')
  const post = {
    content: 'x',
    social_account_ids: [account_id],
    account_set_ids: [set],
    when: 'draft',
  }
  assert.ok('account_set_ids.0' in (await there('schedule_post', post)).errors)
  assert.equal((await there('create_account_set', { name: 'A', account_ids: [x] })).code, 'invalid')
})

test('a row of a table names an account by half its name, where only one is meant', async () => {
  const { accounts } = z
    .object({ accounts: z.array(z.looseObject({ id: z.int(), username: z.string() })) })
    .parse((await rest('get_accounts')).body)
  const username = accounts.find(({ id }) => id === x)?.username ?? ''
  const rows = [username, username.toUpperCase(), `@${username}`, 'X', `x:${username}`, 'y'].map(
    (half) => `By ${half},${half},draft`,
  )
  const csv = ['content,social_account_ids,when', ...rows].join('\n')
  const { body } = await rest('import_posts', { csv })
  const results = z
    .array(
      z.looseObject({
        post: z.unknown().optional(),
        cells: z.array(z.looseObject({ text: z.string() })).optional(),
      }),
    )
    .parse(body['results'])
  assert.deepEqual(
    results.slice(0, -1).map(({ post }) => goesTo(post)),
    [[x], [x], [x], [x], [x]],
  )
  assert.match(results.at(-1)?.cells?.[0]?.text ?? '', /no connected account y\. Connected: /)
})
