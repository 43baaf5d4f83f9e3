/** One occurrence by itself, and what a series writes that its posts have alone: times, labels, what is wrong with it. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { newAccount } from '../surfaces/kit.ts'
import { stageOf } from './kit.ts'

const stage = await stageOf('2026-11-23T08:00:00Z')
after(() => stage[Symbol.asyncDispose]())
const { service, chore } = stage
const surfaces = ['rest', 'mcp'] as const
const Followed = z.looseObject({ posts: z.object({ kept: z.array(z.int()) }) })

test('accounts of a series have no times of their own, which would be one for all of its posts; one occurrence may', async () => {
  const home = await stage.home()
  const { id: other } = await newAccount(service, home.workspace_id)
  const social_account_ids = [home.account_id, other]
  const at = (scheduled_at: string) => [{ account_id: other, scheduled_at }]
  const { errors } = await home.rest(
    'create_series',
    home.fields({
      post: {
        content: 'Late',
        social_account_ids,
        queue: 1,
        platform_content: at('2027-12-01T12:00:00Z'),
      },
      variations: [{ platform_content: at('2026-11-23T08:30:00Z') }],
    }),
  )
  assert.deepEqual(Object.keys(errors).toSorted(), [
    'post.platform_content.0.scheduled_at',
    'post.queue',
    'variations.0.platform_content.0.scheduled_at',
  ])
  assert.equal(errors['variations.0.platform_content.0.scheduled_at']?.length, 1)
  const { id } = await home.make({ post: { content: 'Late', social_account_ids } })
  const post = { platform_content: at('2026-12-01T12:00:00Z') }
  const one = { id, applies: 'this', occurrence: '2026-12-01T09:00', post }
  assert.equal((await home.rest('update_series', one)).code, undefined)
  const all = await home.rest('update_series', { id, applies: 'following', post })
  assert.deepEqual(Object.keys(all.errors), ['post.platform_content.0.scheduled_at'])
})

test('what is wrong with one occurrence is told by the fields of its post, whether it is made or not', async () => {
  const home = await stage.home()
  const variations = [{ content: 'One' }, { content: 'Two' }]
  const { id } = await home.make({ rule: 'FREQ=WEEKLY;COUNT=4', variations })
  for (const occurrence of ['2026-12-01T09:00', '2026-12-22T09:00']) {
    const post = { content: 'x'.repeat(400) }
    for (const surface of surfaces) {
      const { errors } = await home[surface]('update_series', {
        id,
        applies: 'this',
        occurrence,
        post,
      })
      assert.deepEqual(Object.keys(errors), ['post.content'])
    }
  }
})

test('an occurrence that is left out is not made by changing it', async () => {
  const home = await stage.home()
  const { id } = await home.make({ rule: 'FREQ=WEEKLY;COUNT=4' })
  for (const occurrence of ['2026-12-01T09:00', '2026-12-22T09:00']) {
    await home.rest('skip_occurrence', { id, occurrence })
    const change = { id, applies: 'this', occurrence, post: { content: 'All the same' } }
    const { errors } = await home.rest('update_series', change)
    assert.match(errors['occurrence']?.[0] ?? '', /left out: take that back first/)
  }
  assert.deepEqual(await home.live(), [])
})

test('a label that is renamed or taken away is so in what a series makes from then on, and touches none of its posts', async () => {
  const home = await stage.home()
  const labels = ['first', 'tip', 'last']
  const post = { content: 'Labelled', social_account_ids: [home.account_id], labels }
  const { id, updated_at } = await home.make({ post, rule: 'FREQ=WEEKLY;COUNT=3' })
  await home.rest('rename_label', { label: 'tip', new_label: 'hint' })
  stage.to('2026-12-02T08:00:00Z')
  await chore()
  stage.to('2026-11-23T08:00:00Z')
  const labelled = async () => (await home.live()).map((each) => each.labels)
  assert.deepEqual(await labelled(), Array(3).fill(['first', 'hint', 'last']))
  assert.notEqual((await home.look(id)).updated_at, updated_at)
  await home.rest('rename_label', { label: 'hint', new_label: 'last' })
  await home.rest('delete_label', { label: 'first' })
  assert.deepEqual((await home.look(id))['post'], { ...post, labels: ['last'] })
  const change = { id, applies: 'following', post: { content: 'Followed' } }
  assert.deepEqual(Followed.parse((await home.rest('update_series', change)).body).posts.kept, [])
  assert.deepEqual(await labelled(), Array(3).fill(['last']))
})
