/** Nobody but a person can tell: from the bell to the post, to an answer, and what is said of it afterwards. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Body } from '../service.ts'
import { at, becomes, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'

let house: House
let ada: Visitor
let page: Page

before(async () => {
  // Two hundred times as fast to look again and to try again.
  house = await openHouse({ WORKER_PACE: '200' })
  ada = await house.visitor()
  page = ada.page
  await signUp(ada)
})
after(async () => house[Symbol.asyncDispose]())

/** X shows two that it could be, and its answer is lost: a person is asked. */
async function lost(content: string) {
  const { service } = house
  await service.fault('x', { fault: 'cut_before', on: 'post' })
  const { status, body } = await service.rest('POST', '/api/posts', {
    content,
    social_account_ids: [service.accounts['x']],
    in_doubt: 'ask',
    publish_now: true,
  })
  assert.equal(status, 201, JSON.stringify(body))
  const id = Number(body['id'])
  while ((await read(id))['status'] !== 'blocked')
    await service.rest('GET', `/api/posts/${id}?wait=20`)
  assert.equal((await read(id))['blocked_reason'], 'outcome_unknown')
  const candidates = [1, 2].map((number) => ({
    id: `${id}${number}`,
    url: `https://x.com/ada/status/${id}${number}`,
    text: `${content}, as number ${number} has it`,
    at: new Date().toISOString(),
  }))
  await service.query(
    `update deliveries set candidates = '${JSON.stringify(candidates)}' where post_id = ${id}`,
  )
  return id
}

async function read(id: number) {
  const { body } = await house.service.rest('GET', `/api/posts/${id}`)
  return (body['per_account'] as Body[])[0] ?? {}
}

const received = async (content: string) =>
  (await house.service.received('x')).filter((each) => JSON.stringify(each).includes(content))

const bell = () => page.getByRole('button', { name: /^Notices/ })
const told = () => page.getByRole('list', { name: 'Notices' })

/** By what the bell says of it to the page of the post, from wherever somebody is. */
async function fromTheBell(content: string) {
  await page.goto('/')
  await at(page, 'Overview')
  await page.getByRole('button', { name: 'Notices, 1 not read' }).click()
  const row = told().getByRole('link', { name: /^A post waits for your answer.*not read$/ })
  await row.waitFor()
  await told()
    .getByRole('link', { name: new RegExp(`^${content}`) })
    .waitFor()
  assert.deepEqual(await look(page, 'bell-doubt', '[role=dialog]'), [])
  await row.click()
  await page.getByRole('heading', { name: 'Is it on X?' }).waitFor()
  assert.match(new URL(page.url()).pathname, /^\/posts\/\d+$/)
}

/** What is answered is nobody’s question any more, and is told as that. */
async function bellIsQuiet() {
  await page.getByRole('button', { name: 'Notices', exact: true }).waitFor()
  await bell().click()
  const first = told().getByRole('listitem').filter({ hasText: 'A post waits' }).first()
  await first.getByText(/· Settled$/).waitFor()
  await page.keyboard.press('Escape')
}

test('from the bell to the post: one of what was found there is it, and nothing is sent again', async () => {
  const id = await lost('Pears in the yard')
  await fromTheBell('Pears in the yard')
  const question = page.getByRole('region', { name: 'Is it on X?' })
  const candidates = question.getByRole('listitem')
  await candidates.nth(1).waitFor()
  assert.equal(await candidates.count(), 2)
  const second = candidates.filter({ hasText: 'as number 2 has it' })
  const there = `https://x.com/ada/status/${id}2`
  assert.equal(await second.getByRole('link', { name: 'Look at it' }).getAttribute('href'), there)
  assert.deepEqual(await look(page, 'post-doubt'), [])
  await second.getByRole('button', { name: /^This is it: .*number 2 has it$/ }).press('Enter')
  await at(page, 'Published on X')
  // Who pressed what is gone by now is at the heading that says how it came out.
  await becomes(page, `document.activeElement?.textContent === 'Published on X'`)
  await question.waitFor({ state: 'detached' })
  await page
    .getByRole('status')
    .getByText(/counts as published/)
    .waitFor()
  assert.equal(
    await page.getByRole('link', { name: 'See it on X' }).first().getAttribute('href'),
    there,
  )
  assert.deepEqual(await look(page, 'post-doubt-settled'), [])
  const { status, platform_url } = await read(id)
  assert.deepEqual([status, platform_url], ['published', there])
  assert.equal((await received('Pears in the yard')).length, 0)
  await bellIsQuiet()
  noComplaints(ada)
})

test('…or it is not there, which is asked once more, and it is sent exactly once', async () => {
  const id = await lost('Quinces in the yard')
  await fromTheBell('Quinces in the yard')
  await page.getByRole('button', { name: 'No: send it' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('If it is there after all, it stands there twice then.').waitFor()
  assert.deepEqual(await look(page, 'post-doubt-no', 'dialog[open]'), [])
  await dialog.getByRole('button', { name: 'It is not there: send it' }).click()
  await at(page, 'Published on X')
  await page.getByRole('heading', { name: 'Is it on X?' }).waitFor({ state: 'detached' })
  assert.equal((await read(id))['status'], 'published')
  assert.equal((await received('Quinces in the yard')).length, 1)
  await bellIsQuiet()
  noComplaints(ada)
})

test('what somebody answers elsewhere is settled at the bell as well', async () => {
  const id = await lost('Plums in the yard')
  await page.goto('/')
  await at(page, 'Overview')
  await page.getByRole('button', { name: 'Notices, 1 not read' }).waitFor()
  await house.service.rest('POST', `/api/posts/${id}/retry`, {
    mark_published: [{ account_id: house.service.accounts['x'] }],
  })
  await bellIsQuiet()
  noComplaints(ada)
})
