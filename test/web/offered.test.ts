/** What is offered while somebody writes: tags by “#”, emoji by “:”; in real Chromium. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { firstOf } from '../../bench/bundle.ts'
import german from '../../web/src/writing/emoji/de.json' with { type: 'json' }
import english from '../../web/src/writing/emoji/en.json' with { type: 'json' }
import { emojiBy } from '../../web/src/writing/emoji.ts'
import { soughtAt } from '../../web/src/writing/sought.ts'
import { tagsIn } from '../../web/src/writing/tags.ts'
import { at, becomes, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'
import { choose, text } from './writing.ts'

test('a # with a letter and a : with two look for something, where a word begins and ends', () => {
  assert.deepEqual(soughtAt('Good #sp', 8), { sign: '#', from: 5, words: 'sp' })
  assert.deepEqual(soughtAt('Hooray :ta', 10), { sign: ':', from: 7, words: 'ta' })
  assert.deepEqual(soughtAt(':+1', 3), { sign: ':', from: 0, words: '+1' })
  for (const value of [
    '#',
    'a#b',
    'Hooray :t',
    'at 10:30',
    ':30',
    ':-)',
    'Note:ta',
    'https://x',
    '#a-b',
  ])
    assert.equal(soughtAt(value, value.length), undefined, value)
})

test('tags are those that posts begin so with, by how many posts have them, spelt as most spell them', () => {
  const posts = [
    { content: 'Out of the yard #Cider #cellar' },
    { content: '#cider and #cider again, #Cellar', first_comment: '#ciderpress' },
    {
      content: 'A link https://example.org/#cinema and &#cite',
      platform_content: [{ content: '#Cellar' }],
    },
    {
      content: 'Late',
      thread: [{ content: '#Cellar #ça' }],
      platform_content: [{ content: null }],
    },
  ]
  assert.deepEqual(tagsIn(posts, 'ce'), ['Cellar'])
  assert.deepEqual(tagsIn(posts, 'Ci'), ['Cider', 'ciderpress'])
  assert.deepEqual(tagsIn(posts, 'Ç'), ['ça'])
  assert.deepEqual(tagsIn([], 'a'), [])
})

test('emoji are found by their names and by words that go with them, in both languages, the names first', () => {
  const first = (lines: readonly string[], letters: string) => emojiBy(lines, letters, 8)[0]?.emoji
  for (const [letters, emoji] of [
    ['tada', '🎉'],
    ['party popper', '🎉'],
    ['grinning_face', '😀'],
    ['+1', '👍️'],
    ['pizza', '🍕'],
    ['heart', '❤️'],
  ] as const)
    assert.equal(first(english, letters), emoji, letters)
  for (const [letters, emoji] of [
    ['konfettib', '🎉'],
    ['tada', '🎉'],
    ['erdbe', '🍓'],
  ] as const)
    assert.equal(first(german, letters), emoji, letters)
  assert.equal(emojiBy(english, 'fa', 8).length, 8)
  assert.deepEqual(emojiBy(english, 'qqqq', 8), [])
  assert.deepEqual(emojiBy(english, '_', 8), [])
  assert.equal(english.length, german.length)
  for (const line of [...english, ...german]) assert.match(line, /^\S+\t[^\t]+\t[^\t]*\t[^\t]*$/)
})

test('names of emoji come in no room’s first files', async () => {
  const later = [
    'src/writing/emoji/en.json',
    'src/writing/emoji/de.json',
    'src/rooms/write/emoji.tsx',
  ]
  for (const room of ['overview', 'write', 'calendar', 'library'] as const)
    assert.deepEqual(await firstOf(room, later), [], room)
})

let house: House
let ada: Visitor
before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1280 })
  await signUp(ada)
  for (const content of [
    'Pressed today #CiderPress #harvest',
    'Once more #harvest',
    'And #harvest',
    '#Cellar',
  ])
    await house.service.rest('POST', '/api/posts', {
      content,
      social_account_ids: Object.values(house.service.accounts),
      when: 'draft',
      allow_duplicate: true,
    })
})
after(async () => house[Symbol.asyncDispose]())

const list = (page: Page, name: string) => page.getByRole('listbox', { name })

test('by keyboard an emoji takes the place of its letters, is left alone by Escape, and goes where text goes', async () => {
  const { page } = ada
  await page.goto('/write')
  await at(page, 'Write')
  await choose(page, /X/)
  await text(page).focus()
  await page.keyboard.type('Done at 10:30, note :t')
  assert.equal(await list(page, 'Emoji').count(), 0)
  await page.keyboard.type('ad')
  const tada = list(page, 'Emoji').getByRole('option', { name: 'party popper', selected: true })
  await tada.waitFor()
  assert.equal(
    await text(page).getAttribute('aria-activedescendant'),
    await tada.getAttribute('id'),
    'whoever hears it is told which one is meant',
  )
  await page.getByText(/^\d emoji found/).waitFor({ state: 'attached' })
  assert.deepEqual(await look(page, 'emoji', '[role=listbox]'), [])
  await page.keyboard.press('Enter')
  await list(page, 'Emoji').waitFor({ state: 'detached' })
  assert.equal(await text(page).inputValue(), 'Done at 10:30, note 🎉')
  await page.keyboard.type(' :straw')
  await list(page, 'Emoji').getByRole('option', { name: 'strawberry' }).waitFor()
  await page.keyboard.press('Escape')
  await list(page, 'Emoji').waitFor({ state: 'detached' })
  await page.keyboard.type('b')
  assert.equal(await list(page, 'Emoji').count(), 0, 'it stays closed for this word')
  await page.keyboard.type(' :heart')
  const options = list(page, 'Emoji').getByRole('option')
  await options.nth(1).waitFor()
  await page.keyboard.press('ArrowDown')
  await becomes(
    page,
    `document.querySelector('[role=option][aria-selected=true]')?.previousElementSibling !== null`,
  )
  await page.keyboard.press('Tab')
  assert.match(await text(page).inputValue(), /^Done at 10:30, note 🎉 :strawb \P{ASCII}+$/u)
  assert.equal(await text(page).and(page.locator(':focus')).count(), 1)
  noComplaints(ada)
})

test('a tag that earlier posts used is offered, as they spell it; what is whole already is not', async () => {
  const { page } = ada
  await page.goto('/write')
  await at(page, 'Write')
  await text(page).focus()
  await page.keyboard.type('News #ci')
  const tags = list(page, 'Tags used before')
  await tags.getByRole('option', { name: '#CiderPress' }).waitFor()
  await page.getByText(/^1 tag found/).waitFor({ state: 'attached' })
  assert.deepEqual(await look(page, 'tags', '[role=listbox]'), [])
  await page.keyboard.press('Enter')
  await page.keyboard.type('and #harves')
  await tags.getByRole('option', { name: '#harvest' }).click()
  assert.equal(await text(page).inputValue(), 'News #CiderPress and #harvest ')
  await page.keyboard.press('Backspace')
  await page.waitForTimeout(600)
  await tags.waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  assert.equal(await text(page).inputValue(), 'News #CiderPress and #harvest\n')
  noComplaints(ada)
})

test('in German emoji are called in German', async () => {
  const grete = await house.visitor({ width: 390, locale: 'de-DE', as: ada })
  const { page } = grete
  await page.goto('/write')
  await at(page, 'Schreiben')
  await page.getByRole('textbox', { name: 'Text', exact: true }).focus()
  await page.keyboard.type(':erdb')
  await list(page, 'Emoji').getByRole('option', { name: 'Erdbeere' }).waitFor()
  await page.getByText(/^\d Emoji gefunden/).waitFor({ state: 'attached' })
  assert.deepEqual(await look(page, 'emoji-german', '[role=listbox]'), [])
  await page.keyboard.press('Enter')
  assert.equal(await page.getByRole('textbox', { name: 'Text', exact: true }).inputValue(), '🍓')
  noComplaints(grete)
})
