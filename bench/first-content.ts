/**
 * How long somebody who is signed in waits for the first room on a slow line (1.6 Mbit/s, 150 ms) with nothing kept in the browser:
 * until anything is painted, and until what the room is about stands there.
 */
import type { Locator, Page } from 'playwright-core'
import { type House, openHouse, signUp, type Visitor } from '../test/web/house.ts'
import { inAnHour, newPost } from '../test/surfaces/kit.ts'
import { tell } from './goals.ts'
import { percentile } from './service.ts'

const LINE = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const VISITS = 5
const GOAL = 2.5

const rooms = [
  {
    path: '/',
    name: 'the first room',
    content: (page: Page) => page.getByText('Apples and pears').first(),
  },
  // The word stands in the frame before there is anything to write in.
  {
    path: '/write',
    name: 'the composer',
    content: (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true }),
  },
]

export async function firstContent() {
  await using house = await openHouse()
  const ada = await house.visitor()
  await signUp(ada)
  const { x = 0 } = house.service.accounts
  const post = { content: 'Apples and pears', social_account_ids: [x], when: inAnHour() }
  await newPost(house.service, post)
  for (const { path, name, content: shown } of rooms) {
    const visits: Opened[] = []
    for (let visit = 0; visit < VISITS; visit++) visits.push(await open(path, shown, ada, house))
    const median = (of: (visit: Opened) => number) => percentile(visits.map(of), 0.5)
    tell(
      {
        name: `${name} on a slow line, until its content is there`,
        value: median(({ content }) => content),
        goal: GOAL,
        lower: true,
        unit: ' s',
      },
      `something is painted after ${median(({ paint }) => paint).toFixed(2)} s; ${median(({ bytes }) => bytes).toFixed(0)} kB come over the line by then`,
    )
  }
}

/** In seconds since the address was asked for, and kB. */
interface Opened {
  paint: number
  content: number
  bytes: number
}

async function open(
  path: string,
  shown: (page: Page) => Locator,
  as: Visitor,
  house: House,
): Promise<Opened> {
  const { page, context } = await house.visitor({ as })
  const session = await context.newCDPSession(page)
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...LINE })
  await page.goto(path, { waitUntil: 'commit', timeout: 60_000 })
  await shown(page).waitFor({ timeout: 60_000 })
  const content = (await page.evaluate<number>('performance.now()')) / 1000
  const told = bytes / 1000
  const paint = await page.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`,
  )
  await context.close()
  return { content, paint: paint / 1000, bytes: told }
}
