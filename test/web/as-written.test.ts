/** What is written for some accounts only, and told of them only: comments, previews, options. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { at, comes, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { write } from './writing.ts'

let house: House
let ada: Visitor
before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  await signUp(ada)
})
after(async () => house[Symbol.asyncDispose]())

test('whoever opens the first comment writes in it, and a press loses nothing of it', async () => {
  const { page } = ada
  await write(page, 'Cider is on tap.', /Bluesky/)
  const button = page.getByRole('button', { name: 'First comment' })
  await button.click()
  await page.keyboard.type('go and ask at the gate')
  const comment = page.getByRole('textbox', { name: 'First comment' })
  await comes(async () => assert.equal(await comment.inputValue(), 'go and ask at the gate'))
  assert.match(new URL(page.url()).pathname, /^\/write/)
  await button.click()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await comes(async () => assert.equal(await comment.inputValue(), 'go and ask at the gate!'))
  await comment.fill('')
  await button.click()
  await comment.waitFor({ state: 'detached' })
  noComplaints(ada)
})

test('a preview shows a first comment only where the platform takes one', async () => {
  const { page } = ada
  await accountInSandbox(house.service, 'google_business')
  await write(page, 'Cider is on tap.', /Bluesky/, /Google Business/)
  await page.getByRole('button', { name: 'First comment' }).click()
  await page.getByRole('textbox', { name: 'First comment' }).fill('Ask at the gate.')
  const seen = (name: RegExp) =>
    page.getByRole('article', { name }).filter({ hasText: 'Ask at the gate.' })
  await seen(/Bluesky/).waitFor()
  await page.getByRole('article', { name: /Google Business/ }).waitFor()
  assert.equal(await seen(/Google Business/).count(), 0)
  noComplaints(ada)
})

test('what TikTok is told not to allow is not told as allowed, and who sees it is told in words', async () => {
  const { page } = ada
  const { service } = house
  const tiktok = await accountInSandbox(service, 'tiktok')
  const { status, body } = await service.rest('POST', '/api/posts', {
    content: 'A harvest in ten seconds',
    social_account_ids: [tiktok],
    platform_options: { tiktok: { privacy_level: 'SELF_ONLY', disable_comment: true } },
  })
  assert.equal(status, 201, JSON.stringify(body))
  await page.goto(`/posts/${String(body['id'])}`)
  await at(page, 'Draft')
  const post = page.getByRole('region', { name: 'The post' }).or(page.locator('main'))
  await post.getByText('Only me').first().waitFor()
  await post.getByText('Comments off').first().waitFor()
  assert.equal(await post.getByText('Allow comments').count(), 0)
  noComplaints(ada)
})
