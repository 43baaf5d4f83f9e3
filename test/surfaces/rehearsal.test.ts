import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { operations } from '#operations/index.ts'
import { openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { idOf, newNeighbour, newPost, stored } from './kit.ts'
import { expected, inputOf, moves, postIn, states } from './states.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const accounts = Object.values(service.accounts)

test('every operation that changes a post can be rehearsed', () => {
  const rehearsed = operations
    .filter(({ effect, ability }) => effect !== 'reads' && ability === 'posts:write')
    .map(({ name }) => name)
  const others = [
    'schedule_post',
    'schedule_posts',
    'import_posts',
    'update_posts',
    'approve_post',
    'decline_post',
    'undo_today',
    'unpublish_post',
    'create_series',
    'update_series',
    'pause_series',
    'resume_series',
    'skip_occurrence',
    'end_series',
    'manage_series',
    'edit_published_post',
    'replace_media',
  ]
  assert.deepEqual(rehearsed.sort(), [...others, ...moves].sort())
})

test('what is made in a rehearsal may have the id 0, by its schema', () => {
  const makers = operations.filter(
    ({ input, rest }) => 'status' in rest && rest.status === 201 && 'dry_run' in fieldsOf(input),
  )
  assert.ok(makers.length > 4)
  for (const { name, output } of makers) {
    const id = z.object({ minimum: z.number() }).safeParse(fieldsOf(output)['id'])
    assert.equal(id.data?.minimum, 0, name)
  }
})

function fieldsOf(schema: z.ZodType) {
  const { properties = {} } = z.toJSONSchema(schema, { unrepresentable: 'any' })
  return properties
}

for (const surface of surfaces) {
  const call = callers(service)[surface]

  for (const move of moves) {
    test(`a rehearsed ${move} says what would happen and writes nothing, over ${surface}`, async () => {
      for (const state of states) {
        const id = await postIn(state, service)
        const before = await stored(service)
        const { code, body } = await call(move, { ...inputOf(move, id), dry_run: true })
        assert.deepEqual(await stored(service), before, `${move} of ${state}`)
        const want = expected(state, move)
        if (code !== undefined) assert.equal(code, want, state)
        else {
          assert.equal(body['dry_run'], true)
          if ('outcome' in body) assert.equal(body['outcome'], want, state)
          else assert.equal(want, 'deleted')
          assert.equal(idOf(body), move === 'duplicate_post' ? 0 : id)
        }
      }
    })
  }

  test(`a rehearsed post has no id, and everything else that it would have, over ${surface}`, async () => {
    const post = { content: 'Rehearsed', social_account_ids: accounts, when: 'now' }
    const before = await stored(service)
    const { body } = await call('schedule_post', { ...post, dry_run: true })
    assert.deepEqual(await stored(service), before)
    assert.deepEqual([body['id'], body['status'], body['dry_run']], [0, 'scheduled', true])
    const wrong = { ...post, social_account_ids: [999], dry_run: true }
    assert.equal((await call('schedule_post', wrong)).code, 'invalid')
  })

  test(`a rehearsal uses neither a key nor a place in the month up, over ${surface}`, async () => {
    const { token, account_id } = await newNeighbour(service, 'free')
    const mine = callers(service, token)[surface]
    const post = { content: 'Paid', social_account_ids: [account_id], when: 'now' }
    const options = { idempotency_key: 'rehearsal' }
    for (let count = 0; count < 31; count++) {
      const { code } = await mine('schedule_post', { ...post, dry_run: true }, options)
      assert.equal(code, undefined)
    }
    const real = await mine('schedule_post', post, options)
    assert.deepEqual([real.code, real.replayed], [undefined, false])
  })
}

test('a deletion can be rehearsed by its query', async () => {
  const id = await newPost(service)
  const { status, body } = await service.rest('DELETE', `/api/posts/${id}?dry_run=true`)
  assert.deepEqual([status, body], [200, { deleted: true, id, dry_run: true }])
  assert.equal((await service.rest('GET', `/api/posts/${id}`)).body['deleted_at'], null)
})
