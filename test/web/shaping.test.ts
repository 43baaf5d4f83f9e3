/** Files of a post are cropped and covered, by pointer and by keyboard. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { moments, withCover } from '../../web/src/writing/covers.ts'
import { ratiosFor, takes, within } from '../../web/src/writing/ratios.ts'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'

let house: House
let ada: Visitor

before(async () => {
  house = await openHouse()
  ada = await house.visitor()
  await signUp(ada)
  for (const platform of ['instagram', 'tiktok', 'youtube'])
    await accountInSandbox(house.service, platform)
})
after(async () => house[Symbol.asyncDispose]())

async function begin(file: { name: string; mimeType: string; buffer: Buffer }) {
  const { page } = ada
  await page.goto('/write')
  await at(page, 'Write')
  await page.locator('[data-place=accounts]').click()
  for (const name of [/Instagram/, /TikTok/, /YouTube/]) {
    await page.getByRole('checkbox', { name }).check()
  }
  await page.keyboard.press('Escape')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Media' }).click()
  await (await chooser).setFiles(file)
}

async function items() {
  const { body } = await house.service.rest('GET', '/api/media')
  return body['data'] as Record<string, unknown>[]
}

test('a picture is cropped to what Instagram takes, without a mouse, and comes back whole', async () => {
  const { page } = ada
  const buffer = await sharp({
    create: { width: 900, height: 1600, channels: 3, background: '#b5562e' },
  })
    .jpeg()
    .toBuffer()
  await begin({ name: 'tall.jpg', mimeType: 'image/jpeg', buffer })
  const open = page.getByRole('button', { name: 'Crop tall.jpg' })
  await open.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Crop the picture' })
  await dialog.getByText('900 × 1,600 pixels stay').waitFor()
  await dialog.getByText('Instagram takes 4:5 to 1.91:1.').waitFor()
  const found = await look(page, 'write-crop')
  assert.deepEqual(found, [])
  await dialog.getByRole('radio', { name: '4:5', exact: true }).focus()
  await page.keyboard.press('Space')
  await dialog.getByText('900 × 1,125 pixels stay').waitFor()
  await dialog.getByText('Fits Instagram').waitFor()
  // The picture goes down beneath the frame: its upper part stays.
  await dialog.getByRole('group', { name: /^The part that stays/ }).focus()
  for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowDown')
  await dialog.getByRole('button', { name: 'Crop', exact: true }).click()
  await page.getByText('tall.jpg is cropped.').waitFor()
  const [made] = await items()
  assert.deepEqual(
    [made?.['original_name'], made?.['width'], made?.['height']],
    ['tall-cropped.jpg', 900, 1125],
  )
  await page
    .getByRole('list', { name: 'Files' })
    .getByText('tall-cropped.jpg', { exact: true })
    .waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('list', { name: 'Files' }).getByText('tall.jpg', { exact: true }).waitFor()
  noComplaints(ada)
})

test('one slider chooses the cover of a video wherever it can be chosen', async () => {
  const { page } = ada
  await page.goto('/write')
  const film = Buffer.from(await page.evaluate<string>(recorded), 'base64')
  await begin({ name: 'clip.webm', mimeType: 'video/webm', buffer: film })
  await page.getByRole('button', { name: 'Choose the cover of clip.webm' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose the cover' })
  await dialog.getByText('Instagram and TikTok: this frame of the video is the cover.').waitFor()
  await dialog.getByText('YouTube: a picture beside the video is the cover.').waitFor()
  await dialog.getByRole('slider').focus()
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight')
  assert.deepEqual(await look(page, 'write-cover'), [])
  // There is no ffmpeg on most machines: the browser draws the frame then.
  await dialog.getByRole('button', { name: /beside the video as a picture/ }).click()
  await page.getByRole('list', { name: 'Files' }).getByText('clip-frame.jpg').waitFor()
  await page.getByRole('button', { name: 'Choose the cover of clip.webm' }).click()
  await dialog.getByRole('slider').fill('0.4')
  await dialog.getByRole('button', { name: 'Use this frame' }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('status').getByText('The draft is saved').waitFor()
  const { body } = await house.service.rest('GET', '/api/posts?status=draft')
  const [post] = body['data'] as { platform_options: Record<string, Record<string, unknown>> }[]
  assert.equal(post?.platform_options['instagram']?.['thumb_offset'], 400)
  assert.equal(post?.platform_options['tiktok']?.['video_cover_timestamp_ms'], 400)
  noComplaints(ada)
})

/** A second of film from this browser, in base64: run in the page. */
const recorded = `(async () => {
  const canvas = document.createElement('canvas')
  canvas.width = 320
  canvas.height = 240
  const pen = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
  const parts = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  const ended = new Promise((resolve) => { recorder.onstop = resolve })
  recorder.start()
  for (let frame = 0; frame < 24; frame++) {
    pen.fillStyle = 'hsl(' + frame * 15 + ' 80% 50%)'
    pen.fillRect(0, 0, 320, 240)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  recorder.stop()
  await ended
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  return btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join(''))
})()`

test('ratios are those that people know and those that the platforms name, each once', () => {
  const instagram = { platform: 'instagram', min: '4:5', max: '1.91:1' }
  const story = { platform: 'tiktok', best: '9:16' }
  assert.deepEqual(ratiosFor([instagram, story]), ['9:16', '2:3', '4:5', '1:1', '16:9', '1.91:1'])
  assert.ok(takes(instagram, { width: 799, height: 1000 }))
  assert.ok(!takes(instagram, { width: 790, height: 1000 }))
  assert.ok(takes(story, { width: 1, height: 1000 }))
  const beyond = { x: -0.4, y: 10.6, width: 100.7, height: 100 }
  assert.deepEqual(within(beyond, { width: 100, height: 100 }), {
    x: 0,
    y: 11,
    width: 100,
    height: 89,
  })
})

test('a moment is kept as each platform has it, beside its other options', () => {
  const options = { tiktok: { privacy_level: 'SELF_ONLY' } }
  const set = withCover(options, ['tiktok', 'x'], 1.25)
  assert.deepEqual(set, {
    tiktok: { privacy_level: 'SELF_ONLY', video_cover_timestamp_ms: 1250 },
  })
  assert.deepEqual(moments(set), [1.25])
  assert.deepEqual(moments(options), [])
})

test('the hours at which posts did best are offered for a time, and nothing where few are known', async () => {
  const { page } = ada
  let posts = 24
  await page.route('**/analytics/times?*', (route) =>
    route.fulfill({
      json: {
        window: { from: '2026-01-01', to: '2026-03-31', timezone: 'Europe/Berlin' },
        by: 'engagement_rate',
        posts,
        needed: 20,
        hours: [
          { weekday: 2, hour: 9, posts: 14, median: 0.09 },
          { weekday: 4, hour: 18, posts: 8, median: 0.05 },
          { weekday: 5, hour: 7, posts: 2, median: 0.5 },
        ],
      },
    }),
  )
  const openAt = async () => {
    await page.goto('/write')
    await at(page, 'Write')
    await page.getByRole('button', { name: /^When/ }).click()
    await page.getByRole('radio', { name: 'At a time' }).check()
    await page.getByLabel('Type a time').waitFor()
  }
  await openAt()
  const offered = page.getByRole('group', { name: 'Did best in the last 90 days' })
  await offered.getByRole('button').first().waitFor()
  const names = await offered.getByRole('button').allInnerTexts()
  assert.equal(names.length, 2)
  assert.match(names[0] ?? '', /^Tue .*09:00.*of 14 posts$/s)
  assert.deepEqual(await look(page, 'write-best-times'), [])
  await offered.getByRole('button').first().click()
  assert.equal(await page.getByLabel('Time', { exact: true }).inputValue(), '09:00')
  posts = 19
  await openAt()
  assert.equal(await offered.count(), 0)
  noComplaints(ada)
})
