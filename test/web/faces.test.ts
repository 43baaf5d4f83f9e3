/** Letters and faces: what is drawn with the system's letters does not jump when ours come, and no room asks a stranger for a face. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import type { Body } from '../service.ts'
import { inAnHour, newPost } from '../surfaces/kit.ts'
import { at, becomes, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'

let house: House
let ada: Visitor

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  await signUp(ada)
  const { x = 0, bluesky = 0 } = house.service.accounts
  for (const content of [
    'Apples',
    'Pears and quinces, as every year: come early, they do not last',
  ])
    await newPost(house.service, { content, social_account_ids: [x, bluesky], when: inAnHour() })
})
after(async () => house[Symbol.asyncDispose]())

test('nothing jumps when the letters come: what was drawn with others is about as wide, and stays where it is', async () => {
  for (const width of [390, 1440]) {
    const visitor = await house.visitor({ as: ada, width })
    const { page, context } = visitor
    const letters = Promise.withResolvers<void>()
    await page.route(/\.woff2$/, async (route) => {
      await letters.promise
      await route.continue()
    })
    await page.goto('/')
    await at(page, 'Overview')
    await page.getByText('Pears and quinces').first().waitFor()
    // What comes behind the room moves nothing below: on a busy machine it came while the letters did.
    await page.getByRole('button', { name: 'Notices', exact: true }).waitFor()
    if (width < 1024)
      await page
        .getByRole('navigation', { name: 'Most used rooms' })
        .getByRole('link', { name: 'Posts' })
        .waitFor()
    // The browser waits a moment for them before it draws with others.
    await page.waitForTimeout(500)
    await page.evaluate(`{
      const widthOf = (each) => {
        const range = document.createRange()
        range.selectNodeContents(each)
        return range.getBoundingClientRect().width
      }
      const drawn = [...document.querySelectorAll('h1, h2, main a, main p, main button')]
        // Figures are as wide as each other in the system's letters, and not in ours: which of them a time has depends on the hour.
        .filter((each) => widthOf(each) > 30 && !/\\d/.test(each.textContent))
        .map((each) => ({ each, text: each.textContent, was: widthOf(each) }))
      let shifted = 0
      const count = (entries) => { for (const { value } of entries) shifted += value }
      const shifts = new PerformanceObserver((seen) => count(seen.getEntries()))
      shifts.observe({ type: 'layout-shift' })
      window.shifted = () => { count(shifts.takeRecords()); return shifted }
      window.widths = () => drawn.map(({ each, text, was }) => [text, was, widthOf(each)])
    }`)
    letters.resolve()
    await becomes(
      page,
      `[...document.fonts].some(({ family, status }) => family.includes('Inter Variable') && status === 'loaded')`,
    )
    // Drawn with them: a shift is told behind the frame that shows it.
    const frame =
      'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))'
    await page.evaluate(frame)
    await page.evaluate(frame)
    const widths = await page.evaluate<[string, number, number][]>('window.widths()')
    assert.ok(widths.length >= 6, JSON.stringify(widths))
    const away = widths.filter(([, was, is]) => Math.abs(was / is - 1) > 0.07)
    assert.deepEqual(away, [])
    const shifted = await page.evaluate<number>('window.shifted()')
    assert.ok(shifted < 0.005, `${width}: ${shifted}`)
    noComplaints(visitor)
    await context.close()
  }
})

test('every sandbox account has a face that the sandbox serves, and no room asks anybody else', async () => {
  const { service } = house
  for (const platform of ['tiktok', 'youtube', 'pinterest', 'facebook', 'instagram', 'threads'])
    await accountInSandbox(service, platform)
  const { body } = await service.rest('GET', '/api/accounts')
  const faces = (body['accounts'] as Body[]).flatMap(({ avatar_url }) =>
    typeof avatar_url === 'string' ? [avatar_url] : [],
  )
  assert.ok(faces.length >= 7, 'Bluesky, Google Business and LinkedIn tell of none')
  for (const face of faces) {
    assert.equal(new URL(face).origin, service.sandbox_url)
    const answer = await fetch(face)
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/svg+xml'])
  }
  const { page } = ada
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  for (const [path, heading] of [
    ['/', 'Overview'],
    ['/posts', 'Posts'],
    ['/accounts', 'Accounts'],
    ['/calendar', /Calendar|\d{4}/],
    ['/write', 'Write'],
  ] as const) {
    await page.goto(path)
    await at(page, heading)
    await page.waitForLoadState('networkidle')
  }
  const here = [service.base_url, service.sandbox_url].map((url) => new URL(url).origin)
  assert.deepEqual(
    [...origins].filter((origin) => origin.startsWith('http') && !here.includes(origin)),
    [],
  )
  assert.ok(origins.has(new URL(service.sandbox_url).origin), 'the face was asked for')
  noComplaints(ada)
})
