/** Threads: written part by part, looked at as chains, sent, opened again, approved. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look, picture as keep } from './look.ts'
import { seeAll } from './seen.ts'

let house: House
let ada: Visitor
let page: Page
let picture: Buffer

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  page = ada.page
  await signUp(ada)
  await accountInSandbox(house.service, 'facebook')
  picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#3d6b8c' } })
    .jpeg()
    .toBuffer()
})
after(async () => house[Symbol.asyncDispose]())

const text = () => page.getByRole('textbox', { name: 'Text', exact: true })
const part = (n: number) => page.getByRole('textbox', { name: `Text of part ${n}` })
const saved = () => page.getByText('Saved on this device', { exact: true }).waitFor()
const add = () => page.getByRole('button', { name: 'Add a part' }).click()
const main = () =>
  page
    .getByRole('button', { name: /^(Publish|Schedule|Save draft)/ })
    .last()
    .and(page.locator(':not([aria-disabled=true])'))

async function open(...accounts: RegExp[]) {
  await page.goto('/write')
  await at(page, 'Write')
  await page.locator('[data-place=accounts]').click()
  for (const name of accounts) await page.getByRole('checkbox', { name }).check()
  await page.keyboard.press('Escape')
}

async function way(name: string) {
  await page.getByRole('button', { name: /^When/ }).click()
  await page.getByRole('radio', { name }).check()
  await page.keyboard.press('Escape')
}

async function latest() {
  const { body } = await house.service.rest('GET', '/api/posts')
  const [post] = body['data'] as {
    id: number
    content: string
    thread: { content: string; media_ids: number[] }[] | null
    thread_as: string | null
    per_account: { platform: string; parts: { status: string; content: string }[] | null }[]
  }[]
  assert.ok(post)
  return post
}

test('a thread is written by hand, moved, kept over a reload, and published part by part', async () => {
  await open(/X/, /Bluesky/)
  await text().fill('The first of three')
  await add()
  await part(2).fill('The third of three')
  await add()
  await part(3).fill('The second of three')
  await page.getByRole('button', { name: 'Move part 3 up' }).click()
  assert.equal(await part(2).inputValue(), 'The second of three')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('region', { name: 'Part 2' }).getByRole('button', { name: 'Media' }).click()
  await (await chooser).setFiles({ name: 'two.jpg', mimeType: 'image/jpeg', buffer: picture })
  await page.getByRole('region', { name: 'Part 2' }).getByText('two.jpg').waitFor()
  await saved()
  await page.reload()
  await at(page, 'Write')
  assert.equal(await part(3).inputValue(), 'The third of three')
  await page.getByRole('region', { name: 'Part 2' }).getByText('two.jpg').waitFor()
  const preview = page.getByRole('article', { name: /^Bluesky/ })
  // It is drawn a moment after the texts are there.
  await preview.getByRole('listitem').nth(2).waitFor()
  assert.equal(await preview.getByRole('listitem').count(), 3)
  await preview.getByRole('listitem').nth(1).locator('img').waitFor()
  await way('Now')
  await main().click()
  await at(page, 'It is out')
  const { id } = await latest()
  const { body } = await house.service.rest('GET', `/api/posts/${id}?wait=20`)
  const { thread } = await latest()
  assert.deepEqual(
    thread?.map((each) => [each.content, each.media_ids.length]),
    [
      ['The second of three', 1],
      ['The third of three', 0],
    ],
  )
  assert.equal(body['outcome'], 'published')
  await page.goto(`/posts/${id}`)
  const parts = page.getByRole('list', { name: 'Parts on X' }).getByRole('listitem')
  await parts.nth(2).waitFor()
  for (const each of await parts.all()) await each.getByText('Published').waitFor()
  await page.getByRole('link', { name: 'See part 3 on X' }).waitFor()
  assert.deepEqual(await look(page, 'post-thread'), [])
  await page.setViewportSize({ width: 1440, height: 900 })
  noComplaints(ada)
})

test('by keyboard alone: a text is broken at the cursor, parts move and are taken out', async () => {
  await open(/X/)
  await text().fill('One. Two.')
  await text().press('Home')
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Alt+Enter')
  assert.equal(await text().inputValue(), 'One.')
  assert.equal(await part(2).inputValue(), 'Two.')
  await part(2).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Alt+Shift+ArrowUp')
  assert.equal(await text().inputValue(), 'Two.')
  await text().and(page.locator(':focus')).waitFor()
  await page.getByText('Part 2 is part 1 now').waitFor({ state: 'attached' })
  await page.keyboard.press('Alt+Enter')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await part(3).waitFor({ state: 'detached' })
  await page.keyboard.type('!')
  await page.getByRole('button', { name: 'Undo' }).click()
  await part(3).waitFor()
  noComplaints(ada)
})

test('what is too long is split as the service splits, and fits everywhere', async () => {
  await open(/X/, /Bluesky/)
  // No two parts may say the same on X.
  const long = Array.from({ length: 20 }, (_, n) => `Sentence ${n + 10} of the long story.`).join(
    ' ',
  )
  await text().fill(long)
  await page.getByRole('button', { name: 'Split it into a thread' }).first().click()
  await part(3).waitFor()
  await page.getByText('Split into 3 parts').waitFor()
  const all = [await text().inputValue(), await part(2).inputValue(), await part(3).inputValue()]
  assert.equal(all.join(' '), long)
  for (const each of all) assert.ok(each.length <= 280)
  await page.getByText('Nothing stands in the way.').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  assert.equal(await text().inputValue(), long)
  await part(2).waitFor({ state: 'detached' })
  // Left to each platform instead.
  await add()
  await part(2).fill('The end.')
  await page.getByRole('radio', { name: 'Is cut and numbered' }).check()
  await page.getByText('X: 4 parts').waitFor()
  await page.getByRole('article', { name: /^X/ }).getByText('4/4').waitFor()
  noComplaints(ada)
})

test('where a platform has no threads, the parts are joined with one press, and shown so', async () => {
  await open(/X/, /Facebook/)
  await text().fill('Both of us')
  await add()
  await part(2).fill('in one post')
  await page.getByRole('button', { name: '1 problem' }).click()
  await page.getByRole('button', { name: 'Join the parts for Facebook' }).click()
  await page.keyboard.press('Escape')
  assert.ok(await page.getByRole('radio', { name: 'Join into one post' }).isChecked())
  const facebook = page.getByRole('article', { name: /^Facebook/ })
  await facebook.getByText('Both of us in one post').waitFor()
  await page.getByRole('radio', { name: 'Go on in comments' }).check()
  await facebook.getByText(/in one post$/).waitFor()
  await page.getByText('the others are comments below it').waitFor()
  await keep(page, 'write-comments')
  await page.getByRole('radio', { name: 'Join into one post' }).check()
  await facebook.getByText('Both of us in one post').waitFor()
  const found = await look(page, 'write-thread')
  await page.setViewportSize({ width: 390, height: 844 })
  await keep(page, 'write-thread-390')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  found.push(...(await look(page, 'write-thread-preview')))
  assert.deepEqual(found, [])
  await page.setViewportSize({ width: 1440, height: 900 })
  await way('Draft')
  await main().click()
  await page.getByRole('status').getByText('The draft is saved').waitFor()
  const { id, thread_as } = await latest()
  assert.equal(thread_as, 'join')
  await page.goto(`/posts/${id}/edit`)
  await at(page, 'Edit the post')
  assert.equal(await part(2).inputValue(), 'in one post')
  assert.ok(await page.getByRole('radio', { name: 'Join into one post' }).isChecked())
  await page.getByRole('button', { name: 'Take part 2 out' }).click()
  await main().click()
  await page.getByRole('status').getByText('The draft is saved').waitFor()
  assert.deepEqual((await latest()).thread ?? [], [])
  noComplaints(ada)
})

test('A12: each problem has a press that mends it: a file out, an account out, a part shorter', async () => {
  await accountInSandbox(house.service, 'instagram')
  await open(/X/, /Instagram/)
  await text().fill('One picture too few')
  const problems = page.getByRole('button', { name: /problems?$/ })
  await problems.click()
  await page.getByRole('button', { name: 'Leave Instagram out' }).click()
  await problems.waitFor({ state: 'detached' })
  for (let n = 0; n < 5; n++) {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Media' }).click()
    const buffer = await sharp(picture)
      .rotate(n * 90)
      .png()
      .toBuffer()
    await (await chooser).setFiles({ name: `${n}.png`, mimeType: 'image/png', buffer })
  }
  await problems.click()
  await page.getByRole('button', { name: 'Take 4.png out' }).last().click()
  await problems.waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('list', { name: 'Files' }).getByRole('listitem').count(), 4)
  await add()
  await part(2).fill('Too long. '.repeat(40))
  await problems.click()
  assert.deepEqual(await look(page, 'write-mends'), [])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Shorten part 2 for X' }).click()
  await problems.waitFor({ state: 'detached' })
  assert.ok((await part(2).inputValue()).endsWith('Too long…'))
  noComplaints(ada)
})

test('what is wrong on one account stands below its preview, as a draft too, and below no other', async () => {
  const long = `${'Words for all. '.repeat(19)}end.`
  await open(/X/, /Bluesky/)
  await text().fill(long)
  await way('Now')
  const below = (platform: RegExp) =>
    page
      .getByRole('complementary', { name: 'Previews' })
      .locator('div:has(> article)')
      .filter({ has: page.getByRole('article', { name: platform }) })
  const list = (platform: RegExp, name: string) =>
    below(platform).getByRole('list', { name, exact: true })
  await list(/^X/, 'Stops the post')
    .getByText(/takes at most 280 weighted characters/)
    .waitFor()
  await below(/^Bluesky/).waitFor()
  assert.equal(await list(/^Bluesky/, 'Stops the post').count(), 0)
  assert.deepEqual(await look(page, 'write-problem-below'), [])

  await way('Draft')
  await list(/^X/, 'Worth a look')
    .getByText(/takes at most 280 weighted characters/)
    .waitFor()
  assert.equal(await list(/^X/, 'Stops the post').count(), 0)
  assert.equal(await list(/^Bluesky/, 'Worth a look').count(), 0)
  // A draft is mended with one press like everything else.
  await page.getByRole('button', { name: '1 worth a look' }).click()
  await page.getByRole('button', { name: 'Shorten it for X' }).click()
  await list(/^X/, 'Worth a look').waitFor({ state: 'detached' })
  noComplaints(ada)
})

/** A picture in the library, with what is said of it. */
async function described(alt_text: string) {
  const { service } = house
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'part.jpg')
  form.append('alt_text', alt_text)
  const uploaded = await fetch(`${service.base_url}/api/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, accept: 'application/json' },
    body: form,
  })
  return ((await uploaded.json()) as { id: number }).id
}

test('whoever approves a thread has seen every part of it, each picture as the post describes it', async () => {
  const { service } = house
  const { body: key } = await service.rest('POST', '/api/api-keys', {
    name: 'Robot',
    leash: { needs_approval: true },
  })
  const media_ids = [await described('Apples'), await described('Pears')]
  const { body } = await service.rest(
    'POST',
    '/api/posts',
    {
      content: 'What is seen first',
      thread: [
        { content: 'What hides behind it', media_ids },
        ...[1, 2, 3, 4].map((n) => ({ content: `${'A long way down.\n'.repeat(14)}${n}` })),
        { content: 'The end.' },
      ],
      social_account_ids: [service.accounts['x']],
      publish_now: true,
    },
    { authorization: `Bearer ${String(key['token'])}` },
  )
  const id = Number(body['id'])
  // What the post keeps goes out, and not what the library says by now.
  for (const media of media_ids)
    await service.rest('PUT', `/api/media/${media}`, { alt_text: 'Said later' })
  await page.goto(`/review/${id}`)
  await page.getByText('What hides behind it').waitFor()
  const list = page.getByRole('list', { name: 'The thread' })
  for (const words of ['Apples', 'Pears']) await list.getByText(words, { exact: true }).waitFor()
  assert.equal(await list.locator('img').count(), 2)
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  await approve.waitFor()
  assert.ok(await approve.isDisabled(), 'the end was not on the screen')
  await seeAll(page)
  await approve.click()
  await page.getByRole('status').getByText('Approved').waitFor()
  const { body: done } = await service.rest('GET', `/api/posts/${id}?wait=20`)
  assert.equal(done['outcome'], 'published')
  noComplaints(ada)
})
