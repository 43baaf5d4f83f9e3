/** What was changed of a post, by whom, and how it read before. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { leashed } from './leashed.ts'
import { inAnHour, newKey, newNeighbour, newPost } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const both = callers(service)
const { rest } = both
const { x = 0, bluesky = 0 } = service.accounts

interface Told {
  number: number
  changed: string[]
  by: { kind: string; name: string | null }
}

async function revisionsOf(id: number) {
  return (await rest('get_post', { id })).body['revisions'] as Told[] | undefined
}

test('each change is told with who made it, and how the post read then, on both surfaces', async () => {
  const id = await newPost(service, { content: 'One', when: inAnHour() })
  assert.equal(await revisionsOf(id), undefined)
  const { token } = await newKey(service, ['*'])
  await rest('update_post', { id, content: 'Two' })
  await callers(service, token).mcp('update_post', {
    id,
    first_comment: 'Read on',
    platform_content: [{ account_id: x, content: 'Two on X' }],
  })
  const revisions = await revisionsOf(id)
  assert.deepEqual(
    revisions?.map(({ number, changed, by }) => [number, changed, by.kind]),
    [
      [1, [], 'key'],
      [2, ['content'], 'key'],
      [3, ['first_comment', 'platform_content'], 'key'],
    ],
  )
  assert.notEqual(revisions?.[1]?.by.name, revisions?.[2]?.by.name)
  for (const surface of surfaces) {
    const texts = []
    for (const number of [1, 2, 3]) {
      const { body } = await both[surface]('get_post_revision', { id, number })
      texts.push([body['content'], body['first_comment']])
    }
    assert.deepEqual(texts, [
      ['One', null],
      ['Two', null],
      ['Two', 'Read on'],
    ])
  }
})

test('what changes nothing that goes out, or is only tried, or refused, is no change', async () => {
  const id = await newPost(service, { content: 'Same', when: inAnHour() })
  await rest('update_post', { id, content: 'Same', labels: ['one'] })
  await rest('update_post', { id, content: 'Other', dry_run: true })
  await rest('update_post', { id, content: '' })
  await rest('update_post', { id, note: 'For us' })
  await rest('update_post', { id, content: 'Same', thread: [] })
  assert.equal(await revisionsOf(id), undefined)
})

test('only the last fifty are kept, under their numbers', async () => {
  const id = await newPost(service, { content: '1', when: 'draft' })
  for (let number = 2; number <= 53; number++) {
    await rest('update_post', { id, content: String(number) })
  }
  const revisions = await revisionsOf(id)
  assert.deepEqual(
    [revisions?.length, revisions?.[0]?.number, revisions?.at(-1)?.number],
    [50, 4, 53],
  )
  assert.equal((await rest('get_post_revision', { id, number: 3 })).code, 'post_not_found')
  const { body } = await rest('get_post_revision', { id, number: 53 })
  assert.equal(body['content'], '53')
})

test('a key of some accounts hears nothing of others, and another workspace nothing at all', async () => {
  const id = await newPost(service, {
    when: 'draft',
    platform_content: [{ account_id: bluesky, content: 'Secret' }],
  })
  await rest('update_post', { id, social_account_ids: [x], platform_content: [] })
  const narrow = await leashed(service, { account_ids: [x] })
  const { body } = await narrow.rest('get_post_revision', { id, number: 1 })
  assert.deepEqual([body['social_account_ids'], body['platform_content']], [[x], []])
  const next = await newNeighbour(service)
  const { code } = await callers(service, next.token).rest('get_post_revision', { id, number: 1 })
  assert.equal(code, 'post_not_found')
})
