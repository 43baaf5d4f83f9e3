/** What a series says of its files is part of what its holder let out: who may only describe files does not change it. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { callers } from '../surfaces/callers.ts'
import { newMedia } from '../surfaces/kit.ts'
import { type Home, stageOf } from './kit.ts'

const start = '2026-11-23T08:00:00Z'
const stage = await stageOf(start)
after(() => stage[Symbol.asyncDispose]())
const { service, chore } = stage
const Created = z.object({ id: z.string(), token: z.string() })
const weekly = 'FREQ=WEEKLY;COUNT=5'

/** Of each post that is made, in their order. */
async function altTexts({ workspace_id }: Home) {
  const { rows } = await service.query(
    `select coalesce(array_agg(m.alt_text order by m.position), '{}') as said
     from posts p left join post_media m on m.post_id = p.id and m.workspace_id = p.workspace_id
     where p.workspace_id = ${workspace_id} and p.deleted_at is null group by p.id, p.scheduled_at order by p.scheduled_at`,
  )
  return rows.map(({ said }) => said)
}

for (const leash of [{}, { needs_approval: true }, { actions: ['read', 'draft'] }]) {
  const abilities = Object.keys(leash).length ? ['*'] : ['media:write']
  test(`a key with ${JSON.stringify({ abilities, leash })} does not change what a series of somebody else publishes`, async () => {
    stage.to(start)
    const home = await stage.home()
    const media_id = await newMedia(service, { alt_text: 'A cat' }, home.workspace_id)
    await home.make({
      post: { content: 'Again', social_account_ids: [home.account_id], media_ids: [media_id] },
      rule: weekly,
    })
    const asked = { name: 'Describes files', abilities, leash }
    const { token } = Created.parse((await home.rest('create_api_key', asked)).body)
    const { rest } = callers(service, token)
    assert.equal((await rest('update_media', { id: media_id, alt_text: 'New' })).code, undefined)
    stage.to('2026-12-05T08:00:00Z')
    await chore()
    assert.deepEqual(await altTexts(home), [['A cat'], ['A cat'], ['A cat']])
  })
}

test('a series takes the alt text of a file when it is written and when the file is named again', async () => {
  stage.to(start)
  const home = await stage.home()
  const [one, two, three] = [
    await newMedia(service, { alt_text: 'One' }, home.workspace_id),
    await newMedia(service, { alt_text: null }, home.workspace_id),
    await newMedia(service, { alt_text: 'Three' }, home.workspace_id),
  ]
  const { id } = await home.make({
    post: {
      content: '',
      social_account_ids: [home.account_id],
      thread: [{ content: 'More', media_ids: [two] }],
      thread_as: 'join',
    },
    variations: [
      { content: 'First', media_ids: [one] },
      { content: 'Second', media_ids: [three] },
    ],
    rule: weekly,
  })
  for (const media of [one, two, three])
    await home.rest('update_media', { id: media, alt_text: `New ${media}` })
  const change = async (fields: object) => {
    const { code, body } = await home.rest('update_series', {
      id,
      applies: 'following',
      ...fields,
    })
    assert.equal(code, undefined, JSON.stringify(body))
  }

  await change({ timezone: 'Europe/Lisbon' })
  stage.to('2026-12-05T08:00:00Z')
  await chore()
  const kept = [
    ['One', null],
    ['Three', null],
    ['One', null],
  ]
  assert.deepEqual(await altTexts(home), kept)

  await change({ post: { thread: [{ content: 'Other', media_ids: [two] }] } })
  assert.deepEqual(await altTexts(home), [
    ['One', null],
    ['Three', `New ${two}`],
    ['One', `New ${two}`],
  ])
  const { occurrence } = (await home.look(id)).upcoming.find(({ post_id }) => !post_id) ?? {}
  await change({ applies: 'this', occurrence, post: { media_ids: [three] } })
  assert.deepEqual((await altTexts(home)).at(-1), [`New ${three}`, `New ${two}`])
})
