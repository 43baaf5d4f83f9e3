/** What a slow line carries before the first room is there, and in which order. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { wordsAhead, wordsOf } from '../../bench/bundle.ts'
import { inAnHour, newPost } from '../surfaces/kit.ts'
import { at, type House, noComplaints, openHouse, signIn, signUp, type Visitor } from './house.ts'

let house: House
let ada: Visitor

before(async () => {
  house = await openHouse()
  ada = await house.visitor()
  await signUp(ada)
  const { x = 0 } = house.service.accounts
  const post = { content: 'Apples and pears', social_account_ids: [x], when: inAnHour() }
  await newPost(house.service, post)
})
after(async () => house[Symbol.asyncDispose]())

/** Everything that the page asks for from here on, by its path. */
function asked(page: Page) {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  return (what: RegExp) => paths.filter((path) => what.test(path))
}

test('the room, its words and who is here are asked for while the program is still on its way', async () => {
  for (const [path, room, heading] of [
    ['/', /overview-/, 'Overview'],
    ['/write', /write-/, 'Write'],
    ['/calendar', /calendar-/, /Calendar|\d{4}/],
  ] as const) {
    const visitor = await house.visitor({ as: ada })
    const { page, context } = visitor
    const of = asked(page)
    const program = Promise.withResolvers<void>()
    await page.route('**/assets/ground-*.js', async (route) => {
      await program.promise
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    const deadline = Date.now() + 60_000
    for (const what of [/^\/console\/me$/, room, /\/common-/])
      while (!of(what).length) {
        assert.ok(Date.now() < deadline, `${path}: ${String(what)} is not asked for`)
        await page.waitForTimeout(20)
      }
    program.resolve()
    await at(page, heading)
    assert.equal(of(/^\/console\/me$/).length, 1, 'who is here is asked once')
    noComplaints(visitor)
    await context.close()
  }
})

/** What came although the first room waited. After five seconds it comes all the same, which a busy machine may have taken to get here. */
const early = (page: Page) =>
  page.evaluate<string[]>(`performance.getEntriesByType('resource')
    .filter(({ name, startTime }) => /\\/(bell|popover|passkeys?)-/.test(name) && startTime < 5_000)
    .map(({ name }) => name)`)

test('what nobody waits for comes behind what the first room shows', async () => {
  const visitor = await house.visitor({ as: ada })
  const { page, context } = visitor
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/posts?status=scheduled&sort=*', async (route) => {
    await answer.promise
    await route.continue()
  })
  // The room's own code may be late as well: before it asks for anything, nothing is under way.
  await page.route('**/assets/overview-*.js', async (route) => {
    await setTimeout(400)
    await route.continue()
  })
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await page.waitForTimeout(1_000)
  assert.deepEqual(await early(page), [])
  answer.resolve()
  await page.getByText('Apples and pears').waitFor()
  await page.getByRole('button', { name: 'Notices' }).waitFor()
  noComplaints(visitor)
  await context.close()
})

test('an answer that was asked for ahead is nobody’s but the first one’s', async () => {
  const visitor = await house.visitor()
  const { page, context } = visitor
  // Nobody is signed in: that is the first answer, and no other one.
  await page.goto('/')
  await signIn(visitor)
  await at(page, 'Overview')
  await page.getByText('Apples and pears').waitFor()
  noComplaints(visitor)
  await context.close()
})

test('rooms that are loaded ahead bring all the words that they wait for', async () => {
  const source = await readFile(new URL('../../web/src/ahead/ahead.ts', import.meta.url), 'utf8')
  const ahead = await wordsAhead()
  for (const room of ['overview', 'write', 'calendar'] as const) {
    assert.match(source, new RegExp(`rooms/${room}/${room}\\.tsx`))
    for (const words of await wordsOf(room)) assert.ok(ahead.includes(words), `${room}: ${words}`)
  }
})
