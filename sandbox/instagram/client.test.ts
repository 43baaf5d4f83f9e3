/** A client that we did not write: Meta's own `facebook-nodejs-business-sdk`, behind the Facebook login. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sdk from 'facebook-nodejs-business-sdk'
import { z } from 'zod'
import { start } from './harness.ts'

const Account = z.object({ instagram_business_account: z.object({ id: z.string() }) })

async function open() {
  const it = await start()
  const { first } = await it.pages('ada.prints')
  const page = first.data[0] ?? assert.fail()
  const asked = await it.get(
    page.access_token,
    `${page.id}?fields=instagram_business_account{id}`,
    'fb_graph',
  )
  const { id } = Account.parse(asked.body).instagram_business_account
  Object.defineProperty(sdk.FacebookAdsApi, 'GRAPH', { get: () => `${it.url}/fb_graph` })
  // Crashes would be reported to Meta.
  sdk.FacebookAdsApi.init(page.access_token, 'en_US', false)
  const user = new sdk.IGUser(id)
  const post = async (params: Record<string, unknown>) => {
    const { id: creation_id } = await user.createMedia([], params)
    const path = `${creation_id}?fields=status_code`
    while (!/FINISHED/.test((await it.get(page.access_token, path, 'fb_graph')).text))
      it.advance(1000)
    return (await user.createMediaPublish([], { creation_id })).id
  }
  return { it, user, post, [Symbol.asyncDispose]: () => it[Symbol.asyncDispose]() }
}

test('facebook-nodejs-business-sdk tags, covers and tries, and what is not documented is refused', async () => {
  await using at = await open()
  const { it, user, post } = at
  const image_url = it.file('a.jpg')
  const placed = [{ username: 'bo.paints', x: 0.25, y: 1 }]
  await post({ image_url, caption: 'Tagged', user_tags: placed })
  const reel = { media_type: 'REELS', video_url: it.file('a.mp4') }
  const cover_url = it.file('tall.jpg')
  await post({ ...reel, caption: 'Covered', cover_url, user_tags: [{ username: 'bo.paints' }] })
  const trial_params = { graduation_strategy: 'SS_PERFORMANCE' }
  const trial = await post({ ...reel, caption: 'Tried', trial_params })
  const story = { media_type: 'STORIES', image_url, user_tags: [{ username: 'bo.paints' }] }
  await post(story)
  const [tagged, covered, tried] = it.emulator.posts()
  assert.deepEqual(JSON.parse(String(tagged?.extra['user_tags'])), placed)
  assert.equal(covered?.extra['cover_url'], cover_url)
  assert.deepEqual(JSON.parse(String(tried?.extra['trial_params'])), trial_params)

  const listed = await user.getMedia(['caption'], { limit: 10 })
  assert.deepEqual(
    listed.map(({ _data }) => _data['caption']),
    ['Covered', 'Tagged'],
  )
  assert.equal((await new sdk.IGMedia(trial).get(['caption']))._data['caption'], 'Tried')

  for (const wrong of [
    { image_url, user_tags: [{ username: 'bo' }] },
    { image_url, user_tags: [{ username: 'bo', x: 540, y: 0.5 }] },
    { image_url, user_tags: [{ username: 'bo bo', x: 0.5, y: 0.5 }] },
    { image_url, user_tags: [{ username: 'bo', x: 0.5, y: 0.5, z: 1 }] },
    { image_url, user_tags: Array.from({ length: 21 }, () => placed[0]) },
    { image_url, cover_url },
    { image_url, trial_params },
    { ...reel, cover_url: it.file('a.png') },
    { ...reel, cover_url: it.file('none.jpg') },
    { ...reel, trial_params: { graduation_strategy: 'SOMEDAY' } },
    { ...reel, trial_params: {} },
    { ...reel, trial_params: { ...trial_params, until: 'Monday' } },
  ])
    await assert.rejects(user.createMedia([], wrong), JSON.stringify(wrong))
})
