import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asFinding } from '../../../test/finding.ts'
import type { PublishingStep } from '../../platform.ts'
import { NOW } from '../../kit/test/stage.ts'
import { publishing } from './testing.ts'

const lost = { started_at: NOW, look: 1 }
const finding = async (post: PublishingStep) => asFinding(post).find({}, lost)
const pin = (id: string, more: object = {}) => ({
  id,
  created_at: '2026-11-20T12:00:01',
  title: null,
  description: 'Hello',
  link: null,
  alt_text: 'A cat',
  ...more,
})

test('a lost pin is found on its board, by its words and its time', async () => {
  const others = [
    pin('1', { description: 'Bye' }),
    pin('2', { created_at: '2026-11-20T11:00:00' }),
    pin('3', { link: 'https://example.com' }),
    pin('4', { alt_text: 'A dog' }),
    pin('5', { parent_pin_id: '813744226420795000' }),
    pin('6', { note: 'For the kitchen' }),
    pin('7', { board_section_id: '88' }),
  ]
  const absent = publishing({}, { json: { items: others, bookmark: null } })
  assert.equal(await finding(absent.post), 'absent')
  assert.equal(absent.asked[0]?.url.pathname, '/api/v5/boards/549755885175/pins')

  const pages = [
    { json: { items: [pin('9', { description: 'Newer' })], bookmark: 'more' } },
    { json: { items: [pin('8'), ...others], bookmark: null } },
  ]
  const found = publishing({}, ...pages)
  assert.match(JSON.stringify(await finding(found.post)), /"platform_post_id":"8"/)
  assert.equal(found.asked[1]?.url.searchParams.get('bookmark'), 'more')
})

test('a pin in a section is looked for there', async () => {
  const options = { board_section_id: '88' }
  const at = publishing({ options }, { json: { items: [], bookmark: null } })
  assert.equal(await finding(at.post), 'absent')
  assert.equal(at.asked[0]?.url.pathname, '/api/v5/boards/549755885175/sections/88/pins')
})

test('a board with more new pins than can be looked through tells nothing', async () => {
  const page = { json: { items: [pin('1', { description: 'Bye' })], bookmark: 'more' } }
  assert.equal(await finding(publishing({}, page, page, page, page).post), 'unknowable')
})

const listed = async (...items: object[]) =>
  finding(publishing({}, { json: { items, bookmark: null } }).post)

test('of twins the one after the lost call is taken, and none where nothing tells them apart', async () => {
  const before = pin('1', { created_at: '2026-11-20T11:59:30' })
  const after = pin('2')
  const later = pin('3', { created_at: '2026-11-20T12:00:09' })
  assert.match(JSON.stringify(await listed(after, before)), /"platform_post_id":"2"/)
  assert.match(JSON.stringify(await listed(before)), /"platform_post_id":"1"/)
  assert.equal(await listed(later, after, before), 'unknowable')
})

test('of twins the one with media as ours is taken; one with others proves nothing', async () => {
  const picture_pin = pin('1', { media: { media_type: 'image' } })
  const video_pin = pin('2', { media: { media_type: 'video' } })
  assert.match(JSON.stringify(await listed(video_pin, picture_pin)), /"platform_post_id":"1"/)
  assert.equal(await listed(video_pin), 'unknowable')
})
