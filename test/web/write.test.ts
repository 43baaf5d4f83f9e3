/** Writing a post: as people do it, and with everything going wrong that can. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { makeMp4 } from '#probing/testing-mp4.ts'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import {
  at,
  boxOf,
  type House,
  noComplaints,
  openHouse,
  openOptions,
  signUp,
  type Visitor,
} from './house.ts'
import { look } from './look.ts'
import { setSchedule } from './next-month.ts'
import { mainButton, partsOf, pick, pictureOf, saved, text, way, write } from './writing.ts'

/** A hundred megabytes are cut off, where it is thirty otherwise. */
const LARGE = process.env['LARGE_UPLOAD'] === '1'

const CHUNK = 8 * 1024 * 1024

let house: House
let ada: Visitor
let picture: Buffer

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  await signUp(ada)
  picture = await pictureOf()
})
after(async () => house[Symbol.asyncDispose]())

test('a post with a picture is written and published, and its way is seen until it is out', async () => {
  const { page } = ada
  await write(page, 'The harvest is in.', /X/, /Bluesky/)
  await pick(page, { name: 'harvest.jpg', mimeType: 'image/jpeg', buffer: picture })
  await page.getByRole('button', { name: /^ALT: describe harvest.jpg/ }).click()
  await page.getByLabel('What is to be seen').fill('Apples in a crate')
  await page.getByRole('button', { name: 'Save the description' }).click()
  const preview = page.getByRole('article', { name: /^Bluesky/ })
  await preview.getByText('The harvest is in.').waitFor()
  await way(page, 'Now')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: 'Publish now to 2 accounts' })
    .and(page.locator(':not([aria-disabled=true])'))
    .click()
  await at(page, 'It is out')
  assert.equal(await page.getByRole('link', { name: /^Open it on/ }).count(), 2)
  const { body } = await house.service.rest('GET', '/api/posts?status=published')
  const [post] = body['data'] as { content: string; media: { alt_text: string }[] }[]
  assert.equal(post?.content, 'The harvest is in.')
  assert.equal(post?.media[0]?.alt_text, 'Apples in a crate')
  noComplaints(ada)
})

test('a file of the library goes into a post without being sent again', async () => {
  const { page } = ada
  await write(page, 'From the library', /Bluesky/)
  await page.getByRole('button', { name: 'Library' }).click()
  await page.getByLabel('Search by name, description or tag').fill('apples')
  await page.getByRole('checkbox', { name: 'harvest.jpg' }).check()
  await page.getByRole('button', { name: 'Add 1 file' }).click()
  await page.getByRole('list', { name: 'Files' }).getByText('harvest.jpg').waitFor()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('status').getByText('The draft is saved').waitFor()
  const { body } = await house.service.rest('GET', '/api/media')
  assert.equal((body['data'] as unknown[]).length, 1)
})

test('A10: pressed twice, and its answer lost on the way, a post is made once', async () => {
  const { page } = ada
  await write(page, 'Once and never twice.', /X/)
  await way(page, 'Now')
  await page.keyboard.press('Escape')
  let cut = 0
  await page.route('**/api/posts', async (route) => {
    const body = route.request().postDataJSON() as { dry_run?: boolean }
    if (body.dry_run || cut > 0) return route.continue()
    cut++
    await route.fetch()
    return route.abort()
  })
  await mainButton(page).and(page.locator(':not([aria-disabled=true])')).waitFor()
  await text(page).focus()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')
  await at(page, 'It is out')
  await page.unroute('**/api/posts')
  assert.equal(cut, 1)
  const received = (await house.service.received('x')).filter((each) =>
    JSON.stringify(each).includes('Once and never twice.'),
  )
  assert.equal(received.length, 1)
})

test('A4: after a crash of the page everything is back: text, file and time', async () => {
  const visitor = await house.visitor({ width: 1440, as: ada })
  const { page, context } = visitor
  await write(page, 'Before', /X/)
  await way(page, 'At a time')
  await page.getByLabel('Type a time').fill('tomorrow 17:45')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await pick(page, { name: 'kept.jpg', mimeType: 'image/jpeg', buffer: picture })
  await page.getByRole('listitem').filter({ hasText: 'kept.jpg' }).waitFor()
  await text(page).fill('Written right before the crash')
  await saved(page)
  const address = page.url()
  const session = await context.newCDPSession(page)
  await Promise.race([
    session.send('Page.crash').catch(() => undefined),
    page.waitForEvent('crash'),
  ])
  const next = await context.newPage()
  await next.goto(address)
  await at(next, 'Write')
  assert.equal(await text(next).inputValue(), 'Written right before the crash')
  await next.getByRole('listitem').filter({ hasText: 'kept.jpg' }).waitFor()
  await next.getByRole('button', { name: /^When: .*17:45/ }).waitFor()
  await next.getByRole('button', { name: 'Schedule for 1 account' }).waitFor()

  await next.goto('/write')
  await next.getByRole('link', { name: /^Written right before the crash/ }).click()
  await next.waitForURL(address)
})

test('A5: an upload goes on where it was after a reload, and the bytes are the same', async () => {
  const { page } = ada
  await write(page, 'With a large file', /X/)
  const bytes = Buffer.concat([picture, randomBytes(LARGE ? 100_000_000 : 30_000_000)])
  const before = LARGE ? 5 : 2
  // Where each chunk begins that is let through. All but the last are of one length, or the service refuses them.
  const offsets: number[] = []
  let isCut = true
  await page.route('**/api/media/uploads/*?offset=*', async (route) => {
    if (isCut && offsets.length >= before) return route.abort()
    offsets.push(Number(new URL(route.request().url()).searchParams.get('offset')))
    return route.continue()
  })
  const folder = await mkdtemp(join(tmpdir(), 'crier-large-'))
  await writeFile(join(folder, 'large.jpg'), bytes)
  await pick(page, join(folder, 'large.jpg'))
  while (offsets.length < before) await page.waitForTimeout(50)
  await page.waitForTimeout(200)
  isCut = false
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await at(page, 'Write')
  const item = page.getByRole('listitem').filter({ hasText: 'large.jpg' })
  await item.getByText(LARGE ? '100 MB' : '30 MB', { exact: true }).waitFor({ timeout: 60_000 })
  await page.unroute('**/api/media/uploads/*?offset=*')
  const { rows } = await house.service.query(
    "select sha256 from media where original_name = 'large.jpg'",
  )
  assert.equal(rows[0]?.['sha256'], createHash('sha256').update(bytes).digest('hex'))
  const every = Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, n) => n * CHUNK)
  assert.deepEqual([...new Set(offsets)], every)
  assert.ok(offsets.length <= every.length + 1, `a chunk at most goes twice: ${offsets.join()}`)
})

test('A7: two people change one post: what one changed is kept, and what both changed is asked', async () => {
  const { service } = house
  const made = await service.rest('POST', '/api/posts', {
    content: 'As it was',
    social_account_ids: Object.values(service.accounts),
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const id = String(made.body['id'])
  const [first, second] = [
    await house.visitor({ width: 1440, as: ada }),
    await house.visitor({ width: 1440, as: ada }),
  ]
  for (const { page } of [first, second]) {
    await page.goto(`/posts/${id}/edit`)
    await at(page, 'Edit the post')
  }
  await text(first.page).fill('As the first wants it')
  await first.page.getByRole('button', { name: 'First comment' }).click()
  await first.page.getByRole('textbox', { name: 'First comment' }).fill('By the first')
  await mainButton(first.page).and(first.page.locator(':not([aria-disabled=true])')).click()
  await at(first.page, 'It is scheduled')

  await text(second.page).fill('As the second wants it')
  await mainButton(second.page).and(second.page.locator(':not([aria-disabled=true])')).click()
  const dialog = second.page.getByRole('dialog', { name: 'Somebody else changed this post' })
  await dialog.getByText('As the first wants it').waitFor()
  assert.equal(await dialog.getByText('By the first').count(), 0, 'only one of them changed it')
  await dialog.getByRole('button', { name: 'Use this and save again' }).click()
  await at(second.page, 'It is scheduled')
  const { body } = await service.rest('GET', `/api/posts/${id}`)
  assert.equal(body['content'], 'As the second wants it')
  assert.equal(body['first_comment'], 'By the first')
  noComplaints(first, second)
})

test('A version for one platform goes there alone, and too much of it is shortened with one press', async () => {
  const { page } = ada
  await write(page, 'The common text.', /X/, /Bluesky/)
  await page.getByRole('button', { name: 'Change for …' }).click()
  await page.getByRole('menuitem', { name: 'X' }).click()
  const own = page.getByRole('textbox', { name: 'Text for X' })
  await own.fill(`${'Far too long for X. '.repeat(20)}end`)
  await page.getByRole('button', { name: '1 problem' }).click()
  const tooLong = page.getByText(/takes at most 280 weighted characters/)
  await tooLong.last().waitFor()
  await page.getByRole('button', { name: 'Shorten it for X' }).click()
  await tooLong.first().waitFor({ state: 'detached' })
  assert.ok((await own.inputValue()).length <= 280)
  await way(page, 'Now')
  await page.keyboard.press('Escape')
  await mainButton(page).and(page.locator(':not([aria-disabled=true])')).click()
  await at(page, 'It is out')
  const bluesky = JSON.stringify(await house.service.received('bluesky'))
  assert.ok(bluesky.includes('The common text.') && !bluesky.includes('Far too long'))
})

test('A6: a second tab reads, takes over what the first wrote last, and the first reads then', async () => {
  const visitor = await house.visitor({ width: 1440, as: ada })
  const { page, context } = visitor
  await write(page, 'In the first tab', /X/)
  const second = await context.newPage()
  await second.goto(page.url())
  await at(second, 'Write')
  await second.getByText('This post is open in another tab.').waitFor()
  await assert.rejects(text(second).fill('not mine', { timeout: 500 }))
  await text(page).fill('The last word of the first')
  await second.getByRole('button', { name: 'Take over' }).click()
  await second.getByText('This post is open in another tab.').waitFor({ state: 'detached' })
  assert.equal(await text(second).inputValue(), 'The last word of the first')
  await page.getByText('This post is open in another tab.').waitFor()
  await text(second).fill('In the second tab')
  await saved(second)
  await page.getByRole('button', { name: 'Take over' }).click()
  await page.getByText('This post is open in another tab.').waitFor({ state: 'detached' })
  assert.equal(await text(page).inputValue(), 'In the second tab')
  noComplaints(visitor)
})

test('captions beside a video are told their language among the options of YouTube, and go out with it', async () => {
  const { page } = ada
  await accountInSandbox(house.service, 'youtube')
  await write(page, 'A walk along the river', /YouTube/)
  await pick(page, { name: 'walk.mp4', mimeType: 'video/mp4', buffer: makeMp4() })
  const words = Buffer.from('1\n00:00:00,000 --> 00:00:01,000\nGood morning\n')
  await pick(page, { name: 'walk.srt', mimeType: '', buffer: words })
  await openOptions(page, 'YouTube')
  const captions = page.getByRole('group', { name: 'Captions' })
  await captions.getByText('walk.srt').waitFor()
  const found = await look(page, 'write-captions')
  assert.deepEqual(found, [])
  await captions.getByLabel(/^Language/).fill('english')
  await captions.getByText('must be a language tag such as en or pt-BR').waitFor()
  await captions.getByLabel(/^Language/).fill('en')
  await captions.getByText('must be a language tag').waitFor({ state: 'detached' })
  await captions.getByLabel(/^Language/).waitFor()
  await way(page, 'Now')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Publish now to 1/ })
    .and(page.locator(':not([aria-disabled=true])'))
    .click()
  await at(page, 'It is out')
  const [video] = await house.service.received('youtube')
  assert.partialDeepStrictEqual(video?.['extra'], { captions: ['en'] })
  noComplaints(ada)
})

test('what a phone shares, words and an address, is a post that is begun', async () => {
  const { page } = ada
  const session = await page.context().newCDPSession(page)
  await page.goto('/')
  const { errors, data } = await session.send('Page.getAppManifest')
  assert.deepEqual(errors, [])
  const { share_target } = z
    .object({
      share_target: z.object({
        action: z.string(),
        params: z.object({ text: z.string(), url: z.string() }),
      }),
    })
    .parse(JSON.parse(data ?? ''))
  const { action, params } = share_target
  const shared = { [params.text]: 'Seen on the way', [params.url]: 'https://example.org/walk' }
  await page.goto(`${action}?${new URLSearchParams(shared).toString()}`)
  await at(page, 'Write')
  assert.equal(await text(page).inputValue(), 'Seen on the way https://example.org/walk')
  noComplaints(ada)
})

test('A13: nothing goes to TikTok before somebody chose who can see it', async () => {
  await accountInSandbox(house.service, 'tiktok')
  const { page } = ada
  await write(page, 'For TikTok', /TikTok/)
  await pick(page, { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: picture })
  await way(page, 'Now')
  await page.keyboard.press('Escape')
  const button = mainButton(page)
  // It is said beside the button, and leads to where it is chosen.
  await page.getByRole('button', { name: 'Choose who can see it on TikTok.' }).click()
  await page.locator('select:focus').waitFor()
  assert.equal(await button.getAttribute('aria-disabled'), 'true')
  await page.keyboard.press('Control+Enter')
  const alert = page.getByRole('alert').getByText('Choose who can see it on TikTok.')
  await alert.waitFor()
  const [said, foot] = [await boxOf(alert), await boxOf(page.locator('footer'))]
  assert.ok(said.y + said.height <= foot.y, 'what is said covers the buttons')
  assert.equal(await page.getByRole('checkbox', { name: 'Allow comments' }).isChecked(), false)
  await page.getByLabel('Who can see it').selectOption('SELF_ONLY')
  await button.and(page.locator(':not([aria-disabled=true])')).click()
  await at(page, 'It is out')
  const { body } = await house.service.rest('GET', '/api/posts?status=published')
  const [post] = body['data'] as { platform_options: Record<string, unknown> }[]
  assert.deepEqual(post?.platform_options, {
    tiktok: { privacy_level: 'SELF_ONLY', disable_comment: true },
  })
})

test('A11: without a connection writing goes on, and nothing of it is lost', async () => {
  const visitor = await house.visitor({ width: 1440, as: ada })
  const { page, context } = visitor
  await write(page, 'Online', /X/)
  await partsOf(page)
  await context.setOffline(true)
  await text(page).fill('Written in a tunnel')
  await saved(page)
  await page.getByText('You are offline.').waitFor()
  await way(page, 'At a time')
  await page.getByLabel('Type a time').waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Write')
  assert.equal(await text(page).inputValue(), 'Written in a tunnel')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('status').getByText('The draft is saved').waitFor()
  const { body } = await house.service.rest('GET', '/api/posts?status=draft')
  assert.equal((body['data'] as { content: string }[])[0]?.content, 'Written in a tunnel')
})

test('by keyboard alone a post is written and scheduled', async () => {
  const { page } = ada
  await page.goto('/write')
  await at(page, 'Write')
  await page.keyboard.press('Alt+Digit1')
  await text(page).focus()
  await page.keyboard.type('By keyboard')
  await page.getByRole('button', { name: /^When/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'At a time' }).focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Type a time').focus()
  await page.keyboard.type('in 2 days')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await mainButton(page).and(page.locator(':not([aria-disabled=true])')).waitFor()
  await page.keyboard.press('Control+Enter')
  await at(page, 'It is scheduled')
  await page.getByRole('button', { name: 'Back to draft' }).click()
  await page.getByText('It is a draft again').waitFor()
})

test('a free slot is pressed, by pointer or keyboard, and is the time of the post', async () => {
  const { page } = await house.visitor({ width: 1440, as: ada })
  await setSchedule(page, house, [
    { weekday: 'mon', time: '08:10', account_id: null },
    { weekday: 'wed', time: '12:10', account_id: null },
    { weekday: 'sat', time: '09:20', account_id: null },
  ])
  await write(page, 'For a free slot', /X/)
  const when = page.getByRole('button', { name: /^When: / })
  await way(page, 'Next slot')
  await page.getByRole('button', { name: /^Sat.*09:20/ }).click()
  await page.getByRole('button', { name: /^When: Sat.*09:20/ }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.match(await page.evaluate<string>('document.activeElement.innerText'), /09:20/)
  await page.keyboard.press('Enter')
  assert.ok(await page.getByRole('radio', { name: 'At a time' }).isChecked())
  await page.getByRole('radio', { name: 'Next slot' }).focus()
  await page.keyboard.press('Space')
  await page
    .getByRole('button', { name: /^Wed.*12:10/ })
    .last()
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.match(await when.innerText(), /Wed.*12:10/)
  await mainButton(page).and(page.locator(':not([aria-disabled=true])')).click()
  await at(page, 'It is scheduled')
  await setSchedule(page, house)
})
