/** What holds the rooms: a session that ends, a connection that is gone, a room that breaks, a newer version. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  ada as person,
  at,
  boxOf,
  comes,
  type House,
  noComplaints,
  openHouse,
  signIn,
  signUp,
  type Visitor,
} from './house.ts'
import { axeOf } from './look.ts'

let house: House
let ada: Visitor

before(async () => {
  house = await openHouse()
  ada = await house.visitor()
  await signUp(ada)
})
after(async () => house[Symbol.asyncDispose]())

/** The session ends when the page makes this call, and not before: what asks in the background would meet its end first. */
async function endWith({ page }: Visitor, method: string, address: string) {
  let over = false
  await page.route(address, async (route) => {
    if (!over && route.request().method() === method) {
      over = true
      await house.service.query('delete from sessions')
    }
    return route.continue()
  })
}

test('on a phone “Confirm your address” stands above the room and covers nothing of it', async () => {
  const { page } = await house.visitor({ as: ada, width: 390 })
  for (const [path, heading] of [
    ['/', 'Overview'],
    ['/posts', 'Posts'],
    ['/library', 'Library'],
    ['/analytics', 'Analytics'],
    ['/settings', 'Settings'],
  ] as const) {
    await page.goto(path)
    await at(page, heading)
    const bar = page.getByRole('note').filter({ hasText: 'Confirm your address' })
    await bar.waitFor()
    const [told, header, title] = await Promise.all([
      boxOf(bar),
      boxOf(page.getByRole('banner')),
      boxOf(page.getByRole('heading', { level: 1 })),
    ])
    const where = `${path}: ${JSON.stringify({ told, header, title })}`
    assert.ok(told.y >= header.y + header.height && title.y >= told.y + told.height, where)
    assert.ok(told.height <= 130, where)
    // What is seen at the heading is the heading.
    const seen = await page.evaluate(
      `document.elementFromPoint(${title.x + 8}, ${title.y + title.height / 2})?.closest('h1')?.textContent`,
    )
    assert.equal(seen, heading)
  }
})

test('on a phone “Today” stands whole beside what turns the days, whichever days are shown', async () => {
  const phone = await house.visitor({ width: 390, as: ada })
  // Fingers get larger buttons.
  const session = await phone.context.newCDPSession(phone.page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  for (const search of [
    'date=2027-09-15',
    'view=week&date=2026-12-30',
    'view=list&date=2026-12-20',
  ]) {
    await phone.page.goto(`/calendar?${search}`)
    await at(phone.page, /^Calendar/)
    const today = phone.page.getByRole('button', { name: 'Today', exact: true })
    const next = phone.page.getByRole('button', { name: /^The .* after$/ })
    const [told, turns] = [await boxOf(today), await boxOf(next)]
    const middle = ({ y, height }: { y: number; height: number }) => y + height / 2
    const where = `${search}: ${JSON.stringify({ told, turns })}`
    assert.ok(Math.abs(middle(told) - middle(turns)) <= 2, where)
    assert.ok(told.height <= 44 && told.x + told.width <= 390, where)
    assert.equal(await phone.page.evaluate('document.documentElement.scrollWidth'), 390)
  }
  noComplaints(phone)
})

test('a week stands whole on the screen of a laptop', async () => {
  const { page } = await house.visitor({ as: ada, width: 1280 })
  await page.goto('/calendar?view=week')
  const last = page.getByRole('button', { name: /^Sunday/ }).first()
  await last.waitFor()
  // By how much it would have to be moved aside to be seen.
  const hidden = await page.evaluate(
    `[...document.querySelectorAll('main *')].reduce((most, box) => getComputedStyle(box).overflowX === 'auto' ? Math.max(most, box.scrollWidth - box.clientWidth) : most, 0)`,
  )
  assert.equal(hidden, 0)
})

test('being offline is said, and no longer when the connection is back', async () => {
  const { page, context } = await house.visitor({ as: ada })
  await page.goto('/')
  await at(page, 'Overview')
  await context.setOffline(true)
  const bar = page.getByText('You are offline.')
  await bar.waitFor()
  await context.setOffline(false)
  await bar.waitFor({ state: 'detached' })
})

test('a bar above a room takes its height from the room: what stands at the foot stays on the screen', async () => {
  for (const width of [1280, 390]) {
    const { page, context } = await house.visitor({ as: ada, width })
    for (const [path, heading] of [
      ['/write', 'Write'],
      ['/calendar?view=week', /^Calendar/],
    ] as const) {
      await page.goto(path)
      await at(page, heading)
      const beyond = () =>
        page.evaluate<number>('document.documentElement.scrollHeight - innerHeight')
      if (path === '/write') await page.locator('footer').waitFor()
      const before = await beyond()
      if (width > 1024) assert.equal(before, 0, path)
      await context.setOffline(true)
      const bar = await boxOf(page.getByText('You are offline.'))
      assert.ok(bar.height > 0)
      // The room is told of it with the next frame. On a phone the week is as tall as it is, and lies below.
      await comes(async () => {
        if (width > 1024 || path === '/write') assert.equal(await beyond(), before, path)
        if (path !== '/write') return
        const foot = await boxOf(page.locator('footer'))
        const { height } = page.viewportSize() ?? { height: 0 }
        assert.ok(foot.y + foot.height <= height, `${path} at ${width}`)
      })
      await context.setOffline(false)
    }
  }
})

test('a room whose code is gone says so in its place, and the others stay open', async () => {
  const { page } = await house.visitor({ as: ada })
  await page.route('**/assets/keys-*.js', (route) => route.fulfill({ status: 404 }))
  await page.goto('/')
  await at(page, 'Overview')
  await page.getByRole('link', { name: 'API keys' }).click()
  await at(page, 'This room did not open')
  await page.getByText('There is a new version of Crier.').waitFor()
  await page.getByRole('link', { name: 'Members' }).click()
  await at(page, 'Members')
})

test('a session that ends while somebody works is begun again over the page, and the call is made again', async () => {
  const { page } = ada
  await page.goto('/keys')
  await at(page, 'API keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Kept while signed out')
  await endWith(ada, 'POST', '**/api-keys')
  await page.getByRole('button', { name: 'Make the key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.waitFor()
  const { violations } = await axeOf(page).analyze()
  assert.deepEqual(
    violations.map(({ id }) => id),
    [],
  )
  await dialog.getByLabel('Password').fill('not the password')
  await dialog.getByRole('button', { name: 'Sign in and go on' }).click()
  await dialog.locator('[aria-invalid=true], [role=alert]').first().waitFor()
  await dialog.getByLabel('Password').fill(person.password)
  await dialog.getByRole('button', { name: 'Sign in and go on' }).click()
  await page.getByRole('dialog', { name: 'Kept while signed out is ready' }).waitFor()
  await page.keyboard.press('Escape')
  noComplaints(ada)
})

test('a session that ends in the middle of an upload is a wait for it, and no byte that had arrived goes twice', async () => {
  const visitor = await house.visitor()
  const { page } = visitor
  await page.goto('/library')
  await signIn(visitor)
  await at(page, 'Library')
  const bytes = Buffer.concat([Buffer.from('RIFF....WAVEfmt '), randomBytes(20_000_000)])
  const calls: string[] = []
  await page.route('**/api/media/uploads/*?offset=*', async (route) => {
    const offset = new URL(route.request().url()).searchParams.get('offset')
    calls.push(`${route.request().resourceType()} ${offset}`)
    if (calls.length === 2) await house.service.query('delete from sessions')
    return route.continue()
  })
  const folder = await mkdtemp(join(tmpdir(), 'crier-long-'))
  await writeFile(join(folder, 'long.mp3'), bytes)
  await page.locator('input[type=file]').setInputFiles(join(folder, 'long.mp3'))
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password').fill(person.password)
  await dialog.getByRole('button', { name: 'Sign in and go on' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const every = ['xhr 0', 'xhr 8388608', 'xhr 8388608', 'xhr 16777216']
  while (calls.length < every.length) await page.waitForTimeout(50)
  assert.deepEqual(calls, every)
  await rm(folder, { recursive: true })
  noComplaints(visitor)
})

test('whoever does not want to go on as the same person comes to sign-in', async () => {
  const visitor = await house.visitor()
  const { page } = visitor
  await page.goto('/keys')
  await signIn(visitor)
  await at(page, 'API keys')
  await endWith(visitor, 'GET', '**/console/workspaces/*/members')
  await page.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('button', { name: 'Sign in as somebody else' }).click()
  await at(page, 'Sign in')
  await signIn({ page })
  await at(page, 'Members')
  noComplaints(visitor)
})
