import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audience } from '../audience.ts'
import { account, ok, tiktokStage } from './testing.ts'

const permitted = { ...account, settings: { stats: true } }
const none = { followers: null, following: null, posts: null, views: null, likes: null }

test('a profile’s numbers are asked for by their fields, and told as they are', async () => {
  const user = { follower_count: 1200, following_count: 7, likes_count: 90_000, video_count: 0 }
  const at = tiktokStage(ok({ user }))
  assert.deepEqual(await audience(permitted, at.tools), {
    ...none,
    followers: 1200,
    following: 7,
    posts: 0,
    likes: 90_000,
  })
  const [asked] = at.asked
  assert.ok(asked)
  assert.equal(asked.method, 'GET')
  assert.equal(
    asked.url.href,
    'https://platform.test/api/v2/user/info/?fields=follower_count,following_count,likes_count,video_count',
  )
})

test('a number that is missing or odd is not told, and the others are', async () => {
  const at = tiktokStage(ok({ user: { follower_count: 3, likes_count: 'many' } }))
  assert.deepEqual(await audience(permitted, at.tools), { ...none, followers: 3 })
})

test('an account that was connected without the permission is not asked: its refusal would end more', async () => {
  for (const settings of [{}, { stats: false }, { drafts: true }]) {
    const at = tiktokStage()
    assert.deepEqual(await audience({ ...account, settings }, at.tools), none)
    assert.equal(at.asked.length, 0)
  }
})
