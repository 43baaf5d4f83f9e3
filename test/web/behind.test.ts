/** What came to nothing behind a post that is out, as its page tells it in the language of whoever looks. */
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { behindOf } from '../../web/src/rooms/post/behind.ts'
import { newPost } from '../surfaces/kit.ts'
import { type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'

let house: House
let ada: Visitor

before(async () => {
  house = await openHouse()
  ada = await house.visitor()
  await signUp(ada)
})
after(async () => house[Symbol.asyncDispose]())

test('a German page says in German what is missing, and shows why as the platform said it', async () => {
  const { service } = house
  const { x = 0 } = service.accounts
  const id = await newPost(service, { social_account_ids: [x], publish_now: true })
  await service.rest('GET', `/api/posts/${id}?wait=20`)
  const warnings = [
    'comment: X refused the reply.',
    'captions_0: Its outcome is not known.',
    'maybe_twice: the platform shows this post more than once (17, 18). Take one down.',
    'maybe_another: the platform shows another post that says the same (19), and more.',
  ]
  await service.query(
    `update deliveries set warnings = '${JSON.stringify(warnings)}' where post_id = ${id}`,
  )
  const visitor = await house.visitor({ as: ada, locale: 'de-DE' })
  const { page, context } = visitor
  await page.goto(`/posts/${id}`)
  const missing = page.getByText('Der Beitrag ist draußen, aber ohne den ersten Kommentar.')
  await missing.waitFor()
  assert.equal(await missing.locator('xpath=ancestor::*[@lang="en"]').count(), 0)
  const why = page.getByText('X refused the reply.')
  assert.equal(await why.getAttribute('lang'), 'en')
  await page.getByText('ob mit Untertiteln, ist nicht bekannt').waitFor()
  await page.getByText('steht dort mehr als einmal: 17, 18.').waitFor()
  await page.getByText('Dort sagt noch ein Beitrag dasselbe: 19.').waitFor()
  assert.equal(await page.getByText(/comment:|captions_0|maybe_/).count(), 0, 'no codes')
  noComplaints(visitor)
  await context.close()
})

test('every step that may come to nothing behind a post has words of its own', async () => {
  const other = behindOf('of_tomorrow: Something.')
  assert.deepEqual(behindOf('As it was before.'), { ...other, why: 'As it was before.' })
  let sources = ''
  for await (const file of glob('platforms/*/*.ts')) sources += await readFile(file, 'utf8')
  const named = /name: (?:'(\w+)'|`(\w+)_\$\{\w+\}`),?[^{}]*follow_up: true/g
  const names = [...sources.matchAll(named)].map(([, name, counted]) => name ?? `${counted}_0`)
  assert.ok(names.length >= 5, names.join())
  for (const name of [...names, 'card', 'comment_card', 'part_2_card', 'comment']) {
    const { text, why } = behindOf(`${name}: The reason.`)
    assert.notEqual(text, other.text, name)
    assert.equal(why, 'The reason.', name)
    assert.notEqual(behindOf(`${name}: Its outcome is not known.`).text, text, name)
  }
})
