/** The built site in Chromium: nothing for axe to object to, no complaint of the page, and a search that finds. */
import assert from 'node:assert/strict'
import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { extname, join, normalize } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { built } from '../../site/assemble.ts'
import { builtSite } from '../../site/build.ts'
import { openChromium } from '../web/chromium.ts'
import { look } from '../web/look.ts'

const stack = new AsyncDisposableStack()
let base = ''
let browser: Browser

before(async () => {
  // The gate has built it by now; else it takes a while.
  await builtSite()
  base = await serving(built)
  browser = stack.use(await openChromium()).browser
})
after(() => stack.disposeAsync())

test('the main pages hold nothing against anybody, and complain of nothing', async () => {
  const { page, complaints } = await visitor()
  const found: string[] = []
  for (const path of ['/', '/platforms/instagram.html', '/api/cancel_post.html']) {
    await page.goto(base + path, { waitUntil: 'load' })
    found.push(...(await look(page, `site${path.replaceAll('/', '-').replace('.html', '')}`)))
  }
  assert.deepEqual(found, [])
  assert.deepEqual(complaints, [])
})

test('somebody looks for a word, and comes to its page without a reload', async () => {
  const { page, complaints } = await visitor()
  await page.goto(`${base}/start.html`, { waitUntil: 'load' })
  await page.evaluate('window.stayed = true')
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('searchbox').fill('retry_post')
  await page.locator('.results a[href*="retry_post"]').first().click()
  await page.getByRole('heading', { level: 1, name: 'retry_post' }).waitFor()
  assert.equal(await page.evaluate('window.stayed'), true)
  assert.deepEqual(complaints, [])
})

async function visitor(): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  stack.defer(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  return { page, complaints }
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
}

/** As any server of files does. */
async function serving(folder: string) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const path = normalize(decodeURIComponent(pathname)).replace(/\/$/, '/index.html')
    const file = join(folder, path)
    if (!existsSync(file)) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' })
    return void createReadStream(file).pipe(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}
