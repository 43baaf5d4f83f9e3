/** Tables that become posts, also those of other programs, and posts that become a table. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { pictureSite } from '../mcp/cases/site.ts'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'

let house: House
let ada: Visitor
let site: Awaited<ReturnType<typeof pictureSite>>

before(async () => {
  site = await pictureSite()
  house = await openHouse({}, { reachable: [site.origin] })
  ada = await house.visitor()
  await signUp(ada)
})
after(async () => {
  await house[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

test('a table becomes posts: its columns are named, each row is told before anything is made', async () => {
  const { page } = ada
  await page.goto('/posts?tab=all')
  await at(page, 'Posts')
  await page.getByRole('link', { name: 'Import' }).click()
  await at(page, 'Import posts')
  const name = (await house.service.rest('GET', '/api/accounts')).body['accounts'] as {
    platform: string
    username: string
  }[]
  const known = `${name[0]?.platform}:${name[0]?.username}`
  const file = page.getByLabel('Table (CSV)')
  await file.setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('\n') })
  await page.getByText('There is no table in this file').waitFor()
  const rows = [
    'Caption;Where to;Remarks;Tags',
    `"The first, with a comma";${known};later;autumn`,
    `The second;x:nobody;;`,
    `The third;${known};;`,
  ]
  await file.setInputFiles({
    name: 'plan.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\r\n')),
  })
  const see = page.getByRole('button', { name: 'See what comes of it' })
  await page.getByText('Choose accounts, or say which column has them.').waitFor()
  assert.equal(await see.isDisabled(), true)
  await page.getByLabel('What Where to is').selectOption({ label: 'Accounts' })
  await see.click()
  await page.getByText('2 rows are fine. 1 row is not.').waitFor()
  // In the words of the table: the row as its program counts, the column as it is called there.
  await page.getByText('Row 3').waitFor()
  await page.getByText('Where to: ').waitFor()
  assert.deepEqual(await look(page, 'import'), [])
  const before = await house.service.rest('GET', '/api/posts?status=all')
  await page.getByRole('button', { name: 'Make the 2 posts that are fine' }).click()
  await page.getByText('2 posts are made.').waitFor()
  const now = await house.service.rest('GET', '/api/posts?status=all&labels=autumn')
  assert.equal(now.body['total'], 1)
  const all = await house.service.rest('GET', '/api/posts?status=all')
  assert.equal(all.body['total'], Number(before.body['total']) + 2)
  noComplaints(ada)
})

test('the table of another program becomes posts: its dates, its pictures by their addresses, the accounts beside it', async () => {
  const { page } = ada
  await page.goto('/posts/import')
  await at(page, 'Import posts')
  const rows = [
    'Text,Image URL,Tags,Posting Time',
    `Moved in with a picture,${site.origin}/one.png,moved,03/04/2099 9:30 AM`,
    `Moved in alone,,moved,03/05/2099 1:05 PM`,
    `Its picture is gone,http://127.0.0.1:9/gone.png,moved,03/06/2099 1:05 PM`,
  ]
  await page.getByLabel('Table (CSV)').setInputFiles({
    name: 'moving.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  })
  const see = page.getByRole('button', { name: 'See what comes of it' })
  assert.equal(await see.isDisabled(), true)
  await page.getByRole('checkbox').first().waitFor()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByLabel('03/04/2099 9:30 AM is').selectOption('the month first, then the day')
  await see.click()
  await page.getByText('2 rows are fine. 1 row is not.').waitFor()
  await page.getByText('1 file could not be fetched:').waitFor()
  await page.getByText('http://127.0.0.1:9/gone.png').first().waitFor()
  assert.deepEqual(await look(page, 'moving-in'), [])
  // What was looked at is made: no file is asked for once more, which might be there by now.
  const asked: string[] = []
  page.on('request', (request) =>
    asked.push(`${request.method()} ${new URL(request.url()).pathname}`),
  )
  await page.getByRole('button', { name: 'Make the 2 posts that are fine' }).click()
  await page.getByText('2 posts are made.').waitFor()
  assert.ok(asked.some((each) => each.endsWith('/import')))
  assert.deepEqual(
    asked.filter((each) => /^POST .*\/media$/.test(each)),
    [],
  )
  const { body } = await house.service.rest(
    'GET',
    '/api/posts?labels=moved&sort=scheduled_at&order=asc',
  )
  const made = body['data'] as { content: string; scheduled_at: string; media: unknown[] }[]
  const { timezone } = (await (await page.request.get('/console/me')).json()).workspaces[0]
  const at9 = Temporal.PlainDateTime.from('2099-03-04T09:30').toZonedDateTime(timezone)
  assert.deepEqual(
    made.map(({ content, scheduled_at, media }) => [content, scheduled_at, media.length]),
    [
      ['Moved in with a picture', iso(at9), 1],
      ['Moved in alone', iso(at9.add({ days: 1, hours: 3, minutes: 35 })), 0],
    ],
  )
  noComplaints(ada)
})

const iso = (at: Temporal.ZonedDateTime) => new Date(at.epochMilliseconds).toISOString()

test('what is looked at is saved as a table, filter and all', async () => {
  const { page } = ada
  await page.goto('/posts?tab=all&label=autumn')
  await at(page, 'Posts')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  const text = await readFile(await saved.path(), 'utf8')
  assert.match(text, /"The first, with a comma"/)
  assert.doesNotMatch(text, /The third/)
  noComplaints(ada)
})
