/** Snippets in the composer: made, taken by “/” and by the button, changed, deleted; in real Chromium. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { empty } from '../../web/src/writing/composition.ts'
import { taken, type Snippet, templateOf } from '../../web/src/writing/snippets.ts'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'
import { text } from './writing.ts'

const snippet = (fields: Partial<Snippet>): Snippet => ({
  id: 1,
  name: 'One',
  kind: 'text',
  content: '',
  first_comment: null,
  platform_content: [],
  platform_options: {},
  created_at: '2026-11-27T09:00:00.000Z',
  updated_at: '2026-11-27T09:00:00.000Z',
  ...fields,
})
const written = (fields: object) => ({ ...empty('uuid', 1), ...fields })

test('words go where the cursor is, or behind the text, of the version that is written', () => {
  const yours = snippet({ content: 'Yours' })
  const post = written({ text: 'Hello\n\nBye', variants: { 'p:x': 'Short' } })
  assert.deepEqual(taken(post, yours, { version: undefined, at: 6 }), { text: 'Hello\nYours\nBye' })
  assert.deepEqual(taken(post, yours, { version: 'p:x', at: undefined }), {
    variants: { 'p:x': 'Short\n\nYours' },
  })
  const comment = snippet({ kind: 'first_comment', content: 'More' })
  assert.deepEqual(taken(written({}), comment, { version: undefined, at: 0 }), {
    first_comment: 'More',
  })
})

test('a template fills what it says, keeps the rest, and a post makes the same template again', () => {
  const accounts = [
    { id: 4, platform: 'x' },
    { id: 5, platform: 'bluesky' },
  ]
  const template = snippet({
    kind: 'template',
    content: 'Every Monday',
    first_comment: 'More',
    platform_content: [
      { account_id: 4, content: 'Monday on X' },
      { account_id: 5, options: { languages: ['de'] } },
    ],
    platform_options: { x: { reply_settings: 'following' } },
  })
  const post = written({ account_ids: [4, 5], variants: { 'p:mastodon': 'Stays' }, text: 'Gone' })
  const filled = { ...post, ...taken(post, template, { version: undefined, at: 0 }) }
  assert.equal(filled.variants['p:mastodon'], 'Stays')
  const { kind, content, first_comment, platform_content, platform_options } = template
  assert.deepEqual(templateOf(filled, accounts), {
    kind,
    content,
    first_comment,
    platform_content,
    platform_options,
  })
})

let house: House
let ada: Visitor
before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1280 })
  await signUp(ada)
})
after(async () => house[Symbol.asyncDispose]())

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Snippets' })

test('a text is kept, taken by “/” at the begin of a line, and what was typed stays where none is wanted', async () => {
  const { page } = ada
  await page.goto('/write')
  await at(page, 'Write')
  await page.getByRole('button', { name: 'Snippets' }).click()
  await dialog(page).getByText('There is no snippet yet').waitFor()
  await dialog(page).getByRole('button', { name: 'New snippet' }).click()
  const form = page.getByRole('dialog', { name: 'New snippet' })
  await form.getByLabel('Name').fill('Signature')
  await form.getByLabel('What it is').selectOption('hashtags')
  await form.getByLabel('Words').fill('no tag')
  await form.getByRole('button', { name: 'Save it' }).click()
  await form.getByText(/^Begin each word with #/).waitFor()
  await form.getByLabel('What it is').selectOption('text')
  await form.getByLabel('Words').fill('Yours, Ada')
  await form.getByRole('button', { name: 'Save it' }).click()
  await dialog(page)
    .getByRole('button', { name: /^Signature/ })
    .waitFor()
  assert.deepEqual(await look(page, 'snippets', 'dialog[open]'), [])
  await page.keyboard.press('Escape')

  await text(page).fill('Hello')
  await text(page).press('/')
  assert.equal(await text(page).inputValue(), 'Hello/', 'within a line it is a character')
  await text(page).fill('Hello\n')
  await text(page).press('/')
  await dialog(page)
    .getByRole('button', { name: /^Signature/ })
    .click()
  await dialog(page).waitFor({ state: 'hidden' })
  assert.equal(await text(page).inputValue(), 'Hello\nYours, Ada')
  await page.getByRole('button', { name: 'Undo' }).click()
  assert.equal(await text(page).inputValue(), 'Hello\n')
  // Browsers differ in where they leave the cursor of a box that nobody is in.
  await text(page).press('ControlOrMeta+End')
  await text(page).press('/')
  await dialog(page).waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await text(page).inputValue(), 'Hello\n/')
  noComplaints(ada)
})

test('a post is kept as a template, fills another one, is changed by it, and is deleted', async () => {
  const { page } = ada
  await page.goto('/write')
  await at(page, 'Write')
  await text(page).fill('Every Monday')
  await page.getByRole('button', { name: 'First comment' }).click()
  await page.getByRole('textbox', { name: 'First comment' }).fill('More at example.com')
  await page.getByRole('button', { name: 'Snippets' }).click()
  await dialog(page).getByRole('button', { name: 'Save this post as a template' }).click()
  const keep = page.getByRole('dialog', { name: 'Save this post as a template' })
  await keep.getByLabel('Name').fill('Monday')
  await page.keyboard.press('Escape')
  await keep.waitFor({ state: 'detached' })
  await page.getByRole('status').getByText('What you typed is kept').waitFor()
  await dialog(page).getByRole('button', { name: 'Save this post as a template' }).click()
  assert.equal(await keep.getByLabel('Name').inputValue(), 'Monday')
  await keep.getByRole('button', { name: 'Save it' }).click()
  await dialog(page).getByText('Template', { exact: true }).waitFor()
  await page.keyboard.press('Escape')

  await text(page).fill('Every Tuesday')
  await page.getByRole('textbox', { name: 'First comment' }).fill('')
  await page.getByRole('button', { name: 'Snippets' }).click()
  await dialog(page)
    .getByRole('button', { name: /^Monday/ })
    .click()
  assert.equal(await text(page).inputValue(), 'Every Monday')
  const comment = page.getByRole('textbox', { name: 'First comment' })
  assert.equal(await comment.inputValue(), 'More at example.com')

  await text(page).fill('Every other Monday')
  await page.getByRole('button', { name: 'Snippets' }).click()
  await dialog(page).getByRole('button', { name: 'Change Monday' }).click()
  const change = page.getByRole('dialog', { name: 'Change Monday' })
  await change.getByRole('checkbox', { name: 'Take what is written now' }).check()
  await change.getByRole('button', { name: 'Save it' }).click()
  await dialog(page).getByText('Every other Monday').waitFor()
  await dialog(page).getByRole('button', { name: 'Delete Monday' }).click()
  await page
    .getByRole('dialog', { name: 'Delete Monday?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await dialog(page)
    .getByRole('button', { name: /^Monday/ })
    .waitFor({ state: 'detached' })
  noComplaints(ada)
})

test('the room of snippets makes, finds, changes and deletes them, templates with versions too, and keeps their options', async () => {
  const { page } = ada
  const { service } = house
  const x = service.accounts['x'] ?? 0
  await service.rest('POST', '/api/snippets', {
    name: 'Launch',
    kind: 'template',
    content: 'We launch',
    platform_content: [{ account_id: x, options: { reply_settings: 'following' } }],
    platform_options: { x: { reply_settings: 'following' } },
  })
  await page.goto('/settings/snippets')
  await at(page, 'Snippets')
  const list = page.getByRole('list', { name: 'Snippets' })
  await list.getByText('Options for X').waitFor()
  await page.getByRole('button', { name: 'New snippet' }).click()
  const made = page.getByRole('dialog', { name: 'New snippet' })
  await made.getByLabel('Name').fill('Apples')
  await made.getByLabel('What it is').selectOption('hashtags')
  await made.getByLabel('Words', { exact: true }).fill('apples')
  await made.getByRole('button', { name: 'Save it' }).click()
  await made.getByText(/^Begin each word with #/).waitFor()
  await made.getByLabel('Words', { exact: true }).fill('#apples')
  await made.getByRole('button', { name: 'Save it' }).click()
  await list.getByText('#apples').waitFor()

  await page.getByRole('button', { name: 'Change Launch' }).click()
  const change = page.getByRole('dialog', { name: 'Change Launch' })
  await change.getByLabel('Words', { exact: true }).fill('We launch today')
  await change.getByLabel('First comment').fill('More at example.com')
  await change.getByLabel('Other words for an account…').selectOption(String(x))
  await change.getByLabel(/^Words for .* only$/).fill('Launching')
  assert.deepEqual(await look(page, 'snippet', 'dialog[open]'), [])
  await change.getByRole('button', { name: 'Save it' }).click()
  await list.getByText(/^First comment · Own words for .* · Options for X$/).waitFor()
  const kept = async () => {
    const { body } = await service.rest('GET', '/api/snippets?kind=template')
    const [{ content, first_comment, platform_content, platform_options } = snippet({})] = body[
      'snippets'
    ] as Snippet[]
    return { content, first_comment, platform_content, platform_options }
  }
  const options = { reply_settings: 'following' }
  const words = { content: 'We launch today', first_comment: 'More at example.com' }
  assert.deepEqual(await kept(), {
    ...words,
    platform_content: [{ account_id: x, content: 'Launching', options }],
    platform_options: { x: options },
  })
  await page.getByRole('button', { name: 'Change Launch' }).click()
  await change.getByRole('checkbox', { name: 'Take its options away' }).check()
  await change.getByRole('button', { name: /: the common words again$/ }).click()
  await change.getByRole('button', { name: 'Save it' }).click()
  await list.getByText('First comment', { exact: true }).waitFor()
  assert.deepEqual(await kept(), { ...words, platform_content: [], platform_options: {} })

  await page.getByRole('searchbox', { name: 'Search snippets' }).fill('launch')
  await list.getByText('#apples').waitFor({ state: 'detached' })
  await page.getByRole('searchbox', { name: 'Search snippets' }).fill('')
  await page.getByRole('combobox', { name: 'What it is' }).selectOption('hashtags')
  await list.getByText('We launch today').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete Apples' }).click()
  await page
    .getByRole('dialog', { name: 'Delete Apples?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.getByText('No snippet is called so.').waitFor()
  noComplaints(ada)
})
