/** The page that MCP clients show beside a post, inside of the official library's client. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { join } from 'node:path'
import type { CallToolResult } from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { z } from 'zod'
import { modern, resultOf, sender } from '../mcp/rpc.ts'
import { becomes, type House, noComplaints, openHouse, type Visitor } from './house.ts'
import { look } from './look.ts'

let house: House
let visitor: Visitor
let page: Page
let html: string
let policy: string
const asked: { name: string; args: object }[] = []

const get = (method: string, params = {}) =>
  resultOf(sender(house.service)(...modern(method, params)))
const call = async (name: string, args: object) =>
  (await get('tools/call', { name, arguments: args })) as unknown as CallToolResult

before(async () => {
  house = await openHouse()
  visitor = await house.visitor()
  page = visitor.page
  const { tools } = z
    .object({ tools: z.array(z.looseObject({ name: z.string(), _meta: z.unknown().optional() })) })
    .parse(await get('tools/list'))
  const shows = tools.flatMap(({ name, _meta }) => (_meta ? [[name, _meta]] : []))
  const uri = 'ui://crier/post'
  assert.deepEqual(
    shows,
    ['schedule_post', 'update_post', 'get_post', 'publish_now'].map((name) => [
      name,
      { ui: { resourceUri: uri } },
    ]),
  )
  const { contents } = z
    .object({
      contents: z.tuple([
        z.object({
          mimeType: z.literal('text/html;profile=mcp-app'),
          text: z.string(),
          _meta: z.object({
            ui: z.object({ csp: z.object({ resourceDomains: z.array(z.string()) }) }),
          }),
        }),
      ]),
    })
    .parse(await get('resources/read', { uri }))
  const [{ text, _meta }] = contents
  html = text
  const sources = _meta.ui.csp.resourceDomains.join(' ')
  // What clients let such a page do by the specification of MCP Apps.
  policy = `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline' ${sources}; img-src data: ${sources}; connect-src 'none'`
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'mcp-host.mjs'),
    platform: 'browser',
    logLevel: 'silent',
  })
  const { output } = await bundle.generate({ format: 'iife' })
  await page.exposeFunction('callTool', async (name: string, args: object) => {
    asked.push({ name, args })
    return call(name, args)
  })
  await page.setContent(
    '<!doctype html><html lang="en"><head><title>A client</title></head><body><header><h1>A client</h1></header></body></html>',
  )
  await page.addScriptTag({ content: output[0].code })
})
after(async () => house[Symbol.asyncDispose]())

async function show(name: string, args: Record<string, unknown>) {
  const guarded = html.replace(
    '<head>',
    `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`,
  )
  const result = await call(name, args)
  const given = JSON.stringify({ html: guarded, input: args, result })
  await page.evaluate(`client.show(${given})`)
  return page.frameLocator('iframe')
}

test('what was only tried is shown as it would look, and made by one press', async () => {
  const { x, bluesky } = house.service.accounts
  const args = {
    content: 'Strawberries from today: https://example.com/ <b>no markup</b>',
    social_account_ids: [x, bluesky],
    when: '2998-05-04T09:00:00Z',
  }
  const view = await show('schedule_post', { ...args, dry_run: true })
  await view.getByText('Nothing is written yet: so it would look.').waitFor()
  await view.getByRole('article', { name: /^X/ }).getByText('<b>no markup</b>').waitFor()
  assert.deepEqual(await look(page, 'mcp-view'), [])
  await view.getByRole('button', { name: 'Schedule it' }).click()
  await view.getByText(/^It goes out: .*2998/).waitFor()
  assert.deepEqual(asked, [{ name: 'schedule_post', args }])
  const { body } = await house.service.rest('GET', '/api/posts?search=strawberries')
  const [post] = z.array(z.looseObject({ id: z.int() })).parse(body['data'])
  assert.ok(post)
  await view.getByRole('button', { name: 'Open it in Crier' }).click()
  // The client is told by a message, which arrives after the press.
  await becomes(page, 'client.opened.length > 0')
  assert.deepEqual(await page.evaluate('client.opened'), [
    `${house.service.base_url}/posts/${post.id}`,
  ])
  const sizes = z.array(z.object({ height: z.number() })).parse(await page.evaluate('client.sizes'))
  assert.ok(sizes.some(({ height }) => height > 200))
  noComplaints(visitor)
})

test('a refusal is told in its own words, before and after the press', async () => {
  const refused = await show('schedule_post', { content: 'To nobody', when: 'now' })
  await refused.getByText(/social_account_ids/).waitFor()
  const { x } = house.service.accounts
  const args = { content: 'Once only', social_account_ids: [x], when: '2998-05-05T09:00:00Z' }
  const view = await show('schedule_post', { ...args, dry_run: true })
  await view.getByRole('button', { name: 'Schedule it' }).waitFor()
  // Somebody else writes the same meanwhile.
  const { status } = await house.service.rest('POST', '/api/posts', args)
  assert.equal(status, 201)
  await view.getByRole('button', { name: 'Schedule it' }).click()
  await view.getByText(/allow_duplicate/).waitFor()
  await view.getByText('Nothing is written yet: so it would look.').waitFor()
})
