/** What is shown stays as it is: by one stream for a browser, which comes back, and by asking where there is none. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { start } from '#app/start.ts'
import { readConfig } from '#config/config.ts'
import { manifests } from '#platforms/catalog.ts'
import { trusting } from '../people/browser.ts'
import { freePort } from '../free-port.ts'
import { bulk } from '../media/kit.ts'
import { leashed } from '../surfaces/leashed.ts'
import {
  anotherBrowser,
  at,
  type House,
  noComplaints,
  openHouse,
  signIn,
  signUp,
  type Visitor,
} from './house.ts'
import { look, picture } from './look.ts'

let house: House
let ada: Visitor

before(async () => {
  house = await openHouse({ WORKER_PACE: '5' })
  ada = await house.visitor()
  await signUp(ada)
})
after(async () => house[Symbol.asyncDispose]())

const words =
  'Baskets of apples stand in the yard|Quince jelly takes a whole evening|Our old press was mended in spring|Nobody counts the walnuts twice|Somebody left the ladder outside again|Frost came early this year|The cellar smells of cider|Bees sleep under the snow|A goat ate the labels|The pump froze over night|Nine jars of honey are left|Wasps love windfalls|Our ladder has eleven rungs'
let made = -1
/** Nothing alike: equal posts wait for one another. */
function wordsOf(number: number) {
  const all = words.split('|')
  const [one = '', other = ''] = [all[number % all.length], all[(number * 5 + 3) % all.length]]
  return number < all.length ? one : `${one}, and ${other}`
}
async function draft(content = wordsOf(++made)) {
  const { service } = house
  const { body } = await service.rest('POST', '/api/posts', {
    content,
    social_account_ids: [service.accounts['x']],
  })
  return Number(body['id'])
}
/** What the machine does beside it is not the stream's: the quickest of several is what it takes. */
async function within(limit: number, once: () => Promise<number>) {
  const took: number[] = []
  while (took.length < 8) {
    const ms = await once()
    if (ms <= limit) return
    took.push(ms)
  }
  assert.fail(`${took.join(', ')} ms`)
}

const publish = (id: number) => house.service.rest('POST', `/api/posts/${id}/publish-now`)

test('V1: what a program publishes is seen a moment later, in two browsers and without loading', async () => {
  const grace = await anotherBrowser(house)
  await grace.page.goto('/posts?tab=drafts')
  await at(grace.page, 'Posts')
  await within(1_000, async () => {
    const id = await draft()
    await ada.page.goto(`/posts/${id}`)
    await at(ada.page, 'Draft')
    const row = grace.page.getByRole('link', { name: wordsOf(made), exact: true })
    await row.waitFor()
    // Both have their stream by then: what is asked behind it is told.
    await ada.page.waitForTimeout(500)
    await publish(id)
    await house.service.rest('GET', `/api/posts/${id}?wait=10`)
    const began = Date.now()
    await Promise.all([at(ada.page, 'Published on X'), row.waitFor({ state: 'detached' })])
    return Date.now() - began
  })
  noComplaints(ada, grace)
  await grace.context.close()
})

test('what one window uploads is seen in another one: how far it is, that it is examined, and the file', async () => {
  const lin = await house.visitor()
  await lin.page.goto('/sign-in')
  await signIn(lin)
  await lin.page.getByRole('heading', { level: 1 }).waitFor()
  for (const { page } of [ada, lin]) {
    await page.goto('/library')
    await at(page, 'Library')
  }
  const elsewhere = ({ page }: Visitor) =>
    page.getByRole('region', { name: 'Uploads from elsewhere' })
  const go = new Map<string, () => void>()
  for (const what of ['second', 'complete']) {
    const held = new Promise<void>((resolve) => go.set(what, resolve))
    const url = what === 'second' ? /uploads\/[^/]+\?offset=[1-9]/ : /uploads\/[^/]+\/complete/
    await ada.page.route(url, async (route) => {
      await held
      await route.continue()
    })
  }
  await ada.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'rain.wav', mimeType: 'audio/wav', buffer: bulk(9 * 1024 * 1024) })
  await elsewhere(lin).getByText('1 file on the way from elsewhere').waitFor()
  // 8 MB of 9; until they are here it is none.
  await elsewhere(lin).locator('progress[value^="0.8"]').waitFor()
  assert.deepEqual(await look(lin.page, 'library-elsewhere'), [])
  go.get('second')?.()
  await elsewhere(lin).getByText('1 file from elsewhere being examined').waitFor()
  assert.equal(await elsewhere(ada).count(), 0, 'it is this window’s own')
  go.get('complete')?.()
  await elsewhere(lin).waitFor({ state: 'detached' })
  await lin.page.getByRole('option', { name: /^rain/ }).waitFor()
  await ada.page.unrouteAll({ behavior: 'wait' })
  noComplaints(ada, lin)
  await lin.context.close()
})

test('P2: a lost answer is seen as it is settled, without loading and within two seconds: published, looking, published', async () => {
  const { page } = ada
  const { service } = house
  // From what the store has by then to what the page says.
  await within(2_000, async () => {
    const id = await draft()
    await page.goto(`/posts/${id}`)
    await at(page, 'Draft')
    await page.waitForTimeout(500)
    await service.fault('x', { fault: 'landed_cut', on: 'post' })
    await publish(id)
    const looked = await stored(`select 1 from attempts a join deliveries d on d.id = a.delivery_id
      where d.post_id = ${id} and a.outcome = 'look' and a.finished_at is not null`)
    await page.getByText('Looking', { exact: true }).waitFor()
    await page.getByText('the answer was lost').first().waitFor()
    const looking = Date.now() - looked
    const out = await stored(
      `select 1 from deliveries where post_id = ${id} and status = 'published'`,
    )
    await at(page, 'Published on X')
    await page.getByText('Cleared up: it is published. Nothing went out twice.').waitFor()
    return Math.max(looking, Date.now() - out)
  })
  noComplaints(ada)
})

/** When the store has it. */
async function stored(text: string) {
  const deadline = Date.now() + 60_000
  for (;;) {
    const asked = Date.now()
    const { rows } = await house.service.query(text)
    if (rows.length) return asked
    assert.ok(asked < deadline, text)
  }
}

test('V3: eight pages of a browser have one stream, and another one leads when it closes', async () => {
  const { context } = ada
  let streams = 0
  context.on('request', (request) => {
    if (request.url().includes('/live')) streams++
  })
  const id = await draft()
  const pages = [ada.page]
  while (pages.length < 8) {
    const page = await context.newPage()
    await page.goto(`/posts/${id}`)
    await at(page, 'Draft')
    pages.push(page)
  }
  assert.equal(streams, 0)
  await ada.page.goto('about:blank')
  const until = Date.now() + 60_000
  while (streams === 0 && Date.now() < until) await pages[1]?.waitForTimeout(50)
  await pages[1]?.waitForTimeout(400)
  await publish(id)
  await Promise.all(pages.slice(1).map((page) => at(page, 'Published on X')))
  assert.equal(streams, 1)
  await Promise.all(pages.slice(1).map((page) => page.close()))
})

test('V2: what happened behind what a page read, and before its stream was open, is told as well', async () => {
  const grace = await anotherBrowser(house)
  const line = Promise.withResolvers<void>()
  await grace.context.route('**/live*', async (route) => {
    await line.promise
    await route.continue()
  })
  const id = await draft()
  const { cursor } = (await house.service.rest('GET', '/api/events?after=now')).body
  await grace.page.goto(`/posts/${id}`)
  await at(grace.page, 'Draft')
  await house.service.rest('PUT', `/api/posts/${id}`, { note: 'After the rain' })
  // Told to whoever listens: a stream that begins at the end has missed it, and nothing else follows.
  const path = '/api/events?types=post.updated&wait=10&after='
  const { body } = await house.service.rest('GET', `${path}${String(cursor)}`)
  assert.match(JSON.stringify(body['data']), new RegExp(`"post_id":${id}\\b`))
  line.resolve()
  await grace.page.getByText('After the rain').waitFor()
  noComplaints(grace)
  await grace.context.close()
})

test('V2: a stream that is cut and refused for a while comes back, and nothing was missed', async () => {
  const { page, context } = ada
  await within(5_000, async () => {
    const id = await draft()
    await page.goto(`/posts/${id}`)
    await at(page, 'Draft')
    await page.waitForTimeout(500)
    await context.route('**/live*', (route) => route.abort())
    // Another stream of the same browser ends the one that is open.
    const stop = new AbortController()
    const cookies = await context.cookies()
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const url = `${house.service.base_url}/console/workspaces/1/live`
    await fetch(url, { headers: { cookie }, signal: stop.signal })
    await publish(id)
    await house.service.rest('GET', `/api/posts/${id}?wait=10`)
    await page.waitForTimeout(1_000)
    await page.getByRole('heading', { level: 1, name: 'Draft' }).waitFor()
    stop.abort()
    await context.unroute('**/live*')
    const began = Date.now()
    await at(page, 'Published on X')
    return Date.now() - began
  })
  noComplaints(ada)
})

test('V2: the service stops and starts again below an open page, which is back in five seconds and shows what the API tells', async () => {
  const { service } = house
  // Another process of the same Crier, since what publishes has to go on meanwhile.
  const another = (PORT: string) =>
    start(
      readConfig(manifests, {
        ...trusting,
        PORT,
        ROLE: 'api',
        DATA_DIR: service.data_dir,
        SANDBOX_URL: service.sandbox_url,
        LOG_LEVEL: 'silent',
      }),
      { database: service.database },
    )
  // It is to be had again: what the system gives it may give to a connection meanwhile.
  const port = String(await freePort())
  let running = await another(port)
  try {
    const grace = await house.visitor({ origin: running.base_url })
    await grace.page.goto('/posts?tab=drafts')
    await signIn(grace)
    await at(grace.page, 'Posts')
    await within(5_000, async () => {
      await grace.page.goto('/posts?tab=drafts')
      const ids = [await draft(), await draft()]
      await at(grace.page, 'Posts')
      const rows = ids.map((id) => grace.page.locator(`a[href^="/posts/${id}"]`).first())
      for (const row of rows) await row.waitFor()
      await grace.page.waitForTimeout(500)

      await running[Symbol.asyncDispose]()
      for (const id of ids) {
        await publish(id)
        await service.rest('GET', `/api/posts/${id}?wait=10`)
      }
      await grace.page.waitForTimeout(1_000)
      assert.ok(await rows[0]?.isVisible(), 'what was read stays, while nobody answers')
      running = await another(port)
      const began = Date.now()
      for (const row of rows) await row.waitFor({ state: 'detached' })
      const took = Date.now() - began
      await grace.page.getByRole('tab', { name: 'Published' }).click()
      for (const row of rows) await row.waitFor()
      const { body } = await service.rest('GET', '/api/posts?status=published')
      const told = (body['data'] as { id: number }[]).map(({ id }) => id)
      assert.ok(ids.every((id) => told.includes(id)))
      return took
    })
    await grace.context.close()
  } finally {
    await running[Symbol.asyncDispose]()
  }
})

test('without a stream the page says so, and no longer when it is back', async () => {
  const { page, context } = ada
  await context.route('**/live*', (route) => route.abort())
  await page.goto('/posts')
  await at(page, 'Posts')
  await page.getByText('Live updates are paused.').waitFor()
  await context.unroute('**/live*')
  await page.getByText('Live updates are paused.').waitFor({ state: 'detached' })
})

test('V4: the bell tells many failures of one cause once, is read everywhere, and leads there', async () => {
  const { service } = house
  const { page } = ada
  await page.goto('/')
  await at(page, 'Overview')
  const twice = {
    content: 'Only once',
    social_account_ids: [service.accounts['x']],
    publish_now: true,
  }
  const first = await service.rest('POST', '/api/posts', twice)
  await service.rest('GET', `/api/posts/${String(first.body['id'])}?wait=10`)
  for (let count = 0; count < 4; count++) {
    const { body } = await service.rest('POST', '/api/posts', twice)
    await service.rest('GET', `/api/posts/${String(body['id'])}?wait=10`)
  }
  const bell = page.getByRole('button', { name: /^Notices, 1 not read/ })
  await bell.waitFor()
  assert.match(await page.title(), /^\(1\) /)
  await bell.click()
  const told = page.getByRole('list', { name: 'Notices' })
  const row = told.getByRole('link', { name: /did not go out/ })
  await page.getByText('4 posts did not go out').waitFor()
  assert.equal(await row.count(), 1)
  assert.equal(await told.getByRole('link', { name: /^Only once/ }).count(), 3)
  await told.getByRole('link', { name: 'and 1 more' }).waitFor()
  // Where it stands on a phone is measured when it is opened there.
  const found = await look(page, 'bell')
  assert.deepEqual(
    found.filter((each) => !each.endsWith('pixels wide')),
    [],
  )
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 360, height: 740 })
  await bell.click()
  await row.waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
  await picture(page, 'bell-360')
  await row.click()
  await at(page, 'Posts')
  await page.getByRole('button', { name: 'Notices', exact: true }).waitFor()
  const elsewhere = await house.visitor({ as: ada })
  await elsewhere.page.goto('/settings/notices')
  await at(elsewhere.page, 'Notices')
  await elsewhere.page.getByRole('button', { name: 'Notices', exact: true }).waitFor()
  const group = elsewhere.page.getByRole('group', { name: 'A post did not go out' })
  // It shows what is kept, once that has come back.
  await group.getByRole('radio', { name: 'At once' }).click()
  await elsewhere.page.getByRole('status').getByText('Kept').waitFor()
  await elsewhere.page.reload()
  await at(elsewhere.page, 'Notices')
  assert.ok(await group.getByRole('radio', { name: 'At once' }).isChecked())
  assert.deepEqual(await look(elsewhere.page, 'settings-notices'), [])
  noComplaints(ada, elsewhere)
})

test('V1: the numbers beside lists and rooms change as well, in two browsers', async () => {
  const { service } = house
  const grace = await house.visitor()
  const asking = await leashed(service, { needs_approval: true })
  // On a phone the rooms are behind a button.
  await ada.page.setViewportSize({ width: 1280, height: 900 })
  await ada.page.goto('/')
  await at(ada.page, 'Overview')
  await grace.page.goto('/posts?tab=drafts')
  await signIn(grace)
  await at(grace.page, 'Posts')
  const tile = (name: string) => ada.page.getByRole('link', { name: new RegExp(`^\\d+ ?${name}$`) })
  const numberOf = async (name: string) => Number.parseInt(await tile(name).innerText(), 10)
  await tile('Published').waitFor()
  const [published, drafts] = [await numberOf('Published'), await numberOf('Drafts')]
  // Of the tests before.
  const { total } = (await service.rest('GET', '/api/approvals')).body
  const waiting = Number(total)
  const tab = grace.page.getByRole('tab', { name: /^Needs you \d+$/ })
  const needy = Number(/\d+/.exec(await tab.innerText())?.[0])
  await publish(await draft())
  await ada.page.getByRole('link', { name: new RegExp(`^${published + 1} ?Published$`) }).waitFor()
  await ada.page.getByRole('link', { name: new RegExp(`^${drafts} ?Drafts$`) }).waitFor()
  const wish = { content: 'May this go out?', social_account_ids: [service.accounts['x']] }
  await asking.rest('schedule_post', { ...wish, when: 'now' })
  const nav = ada.page.getByRole('navigation', { name: 'Rooms' })
  await nav.getByRole('link', { name: `Overview ${waiting + 1} to approve` }).waitFor()
  await grace.page.getByRole('tab', { name: `Needs you ${needy + 1}` }).waitFor()
  noComplaints(ada, grace)
  await grace.context.close()
})
