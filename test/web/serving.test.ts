/** How the dashboard is served: which addresses are rooms, what is kept, and what a page may do. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import sharp from 'sharp'
import { z } from 'zod'
import { dashboard, installed, rooms } from '#surfaces/dashboard.ts'
import { securityTxt } from '#surfaces/security-txt.ts'
import { openService, type TestService } from '../service.ts'

let service: TestService

before(async () => {
  service = await openService()
})
after(async () => service[Symbol.asyncDispose]())

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const get = (path: string, headers: Record<string, string> = html) =>
  fetch(`${service.base_url}${path}`, { headers, redirect: 'manual' })

test('the service opens exactly the rooms that the dashboard has', () => {
  const source = readFileSync(new URL('../../web/src/router.tsx', import.meta.url), 'utf8')
  const paths = [...source.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path)
  assert.deepEqual(paths.map((path) => path.replace('$', ':')).sort(), [...rooms].sort())
})

test('every room is the page, never kept, with nothing inline and nothing around it', async () => {
  for (const room of rooms) {
    const answer = await get(room.replace(/:\w+/, 'x'))
    const text = await answer.text()
    assert.equal(answer.status, 200, room)
    assert.match(text, /<div id="root">/)
    assert.doesNotMatch(text, /<style|<script(?![^>]* src=)|\son\w+=|\sstyle=/)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(answer.headers.get('x-frame-options'), 'DENY')
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer')
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.match(policy, /base-uri 'none'; frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe/)
  }
})

test('its files are kept for ever, come small, and name no others', async () => {
  const page = await (await get('/')).text()
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
  assert.ok(files.length >= 3)
  for (const file of files) {
    const answer = await get(file, { 'accept-encoding': 'br' })
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('cache-control') ?? '', /max-age=31536000, immutable/)
    assert.equal(answer.headers.get('content-encoding'), 'br')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  }
  for (const path of [
    '/assets/none.js',
    '/assets/',
    '/assets/../index.html',
    '/assets/%2e%2e/built-from',
  ])
    assert.equal((await get(path)).status, 404, path)
})

test('a phone finds all that it needs to keep the dashboard among its programs', async () => {
  const page = await (await get('/')).text()
  assert.match(page, /<link rel="manifest" href="\/manifest.webmanifest"/)
  const answer = await get('/manifest.webmanifest', {})
  assert.equal(answer.headers.get('content-type'), 'application/manifest+json')
  const { icons, share_target } = Manifest.parse(await answer.json())
  for (const { src, sizes } of icons) {
    const icon = await get(src, {})
    assert.equal(icon.headers.get('content-type'), 'image/png')
    const { width, height } = await sharp(await icon.bytes()).metadata()
    assert.equal(`${width}x${height}`, sizes)
  }
  assert.deepEqual(
    icons.map(({ src }) => src.slice(1)).sort(),
    installed.filter((name) => name.endsWith('.png')).sort(),
  )
  assert.ok(rooms.some((room) => room === share_target.action))
})

const Manifest = z.object({
  icons: z.array(z.object({ src: z.string(), sizes: z.string() })),
  share_target: z.object({ action: z.string() }),
})

test('what is no room is a page that says so, and JSON where programs go', async () => {
  for (const path of ['/nothing', '/keys/1', '/settings/nothing', '/consent', '/index.html']) {
    const answer = await get(path)
    assert.equal(answer.status, 404, path)
    assert.match(answer.headers.get('content-type') ?? '', /text\/html/)
    assert.match(await answer.text(), /There is nothing here/)
  }
  const programs = [
    '/api/nothing',
    '/.well-known/openid-configuration/x',
    '/console/nothing',
    '/media/x/nothing',
    '/mcp/nothing',
  ]
  for (const path of programs) {
    const answer = await get(path)
    assert.equal(answer.status, 404, path)
    assert.match(answer.headers.get('content-type') ?? '', /application\/json/, path)
  }
})

test('programs that ask for a room get no page', async () => {
  for (const room of rooms) {
    const answer = await get(room.replace(/:\w+/, 'x'), { accept: 'application/json' })
    assert.equal(answer.status, 404, room)
    assert.match(answer.headers.get('content-type') ?? '', /application\/json/)
  }
})

test('nothing of an address is said back in a page', async () => {
  const trick = '/<script>alert(1)</script>'
  const text = await (await get(`${trick}?x=${trick}`)).text()
  assert.ok(!text.includes('alert'))
})

test('a service whose dashboard is not built says how to build it', async () => {
  await using app = Fastify()
  const deps = { base_url: 'http://127.0.0.1', sandbox_url: undefined }
  await dashboard(app, deps, '/nowhere/')
  const answer = await app.inject({ url: '/keys', headers: html })
  assert.equal(answer.statusCode, 503)
  assert.match(answer.body, /node scripts\/build-web.mjs/)
})

test('what is built already is not built again', () => {
  const script = fileURLToPath(new URL('../../scripts/build-web.mjs', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
})

test('whom to write to is good for less than a year from the moment of asking, and canonical over https only', async () => {
  const environment = { base_url: 'http://127.0.0.1', now: () => new Date('2026-11-23T08:00:00Z') }
  await using app = Fastify()
  securityTxt(app, { environment, security_contacts: ['mailto:security@example.org'] })
  const ask = async () => (await app.inject('/.well-known/security.txt')).payload
  const contact = 'Contact: mailto:security@example.org\n'
  assert.equal(await ask(), `${contact}Expires: 2027-02-21T08:00:00.000Z\n`)
  environment.now = () => new Date('2027-03-01T00:00:00Z')
  assert.equal(await ask(), `${contact}Expires: 2027-05-30T00:00:00.000Z\n`)
})
