/** A person ticks which lists of tools an app gets; the rest is neither listed nor done for it, however it asks. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { operations } from '#operations/index.ts'
import { toolsets } from '#operations/operation.ts'
import { offersOf } from '#surfaces/mcp/offers.ts'
import { legacy, messageOf, modern, resultOf, sender } from '../mcp/rpc.ts'
import { openService } from '../service.ts'
import { ask, type Browser, connect, openBrowser } from './browser.ts'
import { grantsAt, grantsOf } from './granted.ts'
import { authorizeUrl, pkce, register } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const owner = await openBrowser(service)
const { client_id } = await register(service)

const Names = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) })
const namesIn = (wanted: readonly string[]) =>
  [...offersOf(operations).values()].flatMap(({ tool, toolset }) =>
    wanted.includes(toolset) ? [tool.name] : [],
  )

async function app(ticked: string[] | undefined, person: Browser = owner) {
  const options = ticked && { toolsets: ticked }
  const { access_token } = await connect(service, person, client_id, options)
  const [grant] = await grantsOf(person)
  assert.ok(grant)
  const send = (query = '') => sender(service, `/mcp-oauth${query}`, access_token)
  return {
    access_token,
    path: `${grantsAt(person)}/${grant.id}`,
    send,
    names: async (query?: string) => {
      const { tools } = Names.parse(await resultOf(send(query)(...modern('tools/list'))))
      return tools.map(({ name }) => name)
    },
    error: async (method: string, params = {}, query?: string) =>
      messageOf(await send(query)(...modern(method, params))).error,
  }
}

test('what is ticked is what an app gets without asking; nobody said is the usual list', async () => {
  assert.deepEqual(await (await app(undefined)).names(), namesIn(['default']))
  assert.deepEqual(await (await app(['account'])).names(), namesIn(['account']))
  const whole = await app(['account', 'default'])
  assert.deepEqual(await whole.names(), namesIn(['default', 'account']))
  assert.deepEqual(await whole.names('?toolsets=account'), namesIn(['account']))
  assert.deepEqual((await grantsOf(owner))[0]?.toolsets, ['default', 'account'])
})

test('what is not ticked is not listed and not done, by its address or by a header, in either era', async () => {
  const { names, send, error } = await app(['default'])
  assert.deepEqual(await names('?toolsets=all'), namesIn(['default']))
  assert.deepEqual(await names('?toolsets=default,account'), namesIn(['default']))
  const id = Object.values(service.accounts)[0]
  const call = { name: 'disconnect_account', arguments: { id } }
  for (const query of ['', '?toolsets=all', '?toolsets=default,account'])
    for (const [message, headers] of [modern('tools/call', call), legacy('tools/call', call)])
      for (const more of [{}, { 'mcp-toolsets': 'account,default' }]) {
        const refused = messageOf(await send(query)(message, { ...headers, ...more })).error
        assert.match(refused?.message ?? '', /^Ask the person who let this app in to tick account/)
        assert.deepEqual(refused?.data, { not_allowed: ['account'] })
      }
  const only = await error('tools/list', {}, '?toolsets=account')
  assert.match(only?.message ?? '', /tick account/, 'a sentence, and not an empty list')
  const { rows } = await service.query(`select health from accounts where id = ${id}`)
  assert.deepEqual(rows, [{ health: 'healthy' }])
})

test('without the usual list its resources, prompts and completions are gone as well', async () => {
  const { send, error, names } = await app(['account'])
  assert.deepEqual(await names('?toolsets=all'), namesIn(['account']))
  for (const [method, field] of [
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resourceTemplates'],
    ['prompts/list', 'prompts'],
  ] as const)
    assert.deepEqual((await resultOf(send()(...modern(method))))[field], [], method)
  const ref = { type: 'ref/prompt', name: 'plan_week' }
  for (const [method, params] of [
    ['resources/read', { uri: 'crier://accounts' }],
    ['prompts/get', { name: 'plan_week' }],
    ['completion/complete', { ref, argument: { name: 'week', value: '' } }],
    ['tools/call', { name: 'get_accounts', arguments: {} }],
  ] as const) {
    assert.match((await error(method, params))?.message ?? '', /tick default/, method)
  }
})

test('nor does it hear how they change, where it listens', async () => {
  const heard: Record<string, string[]> = { account: [], default: [] }
  await using stack = new AsyncDisposableStack()
  for (const [ticked, told] of Object.entries(heard)) {
    const { access_token } = await app([ticked])
    const client = new Client(
      { name: 'listener', version: '1.0.0' },
      { versionNegotiation: { mode: 'auto' } },
    )
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      told.push(params.uri)
    })
    const requestInit = { headers: { authorization: `Bearer ${access_token}` } }
    const url = new URL(`${service.base_url}/mcp-oauth`)
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
    stack.defer(() => client.close())
    await client.listen({ resourceSubscriptions: ['crier://posts/upcoming'] })
  }
  const social_account_ids = Object.values(service.accounts)
  await service.rest('POST', '/api/posts', { content: 'New', social_account_ids, when: 'draft' })
  for (let left = 600; left && !heard['default']?.length; left--) await pause(50)
  await pause(500)
  assert.deepEqual(heard, { account: [], default: ['crier://posts/upcoming'] })
})

test('ticks change from the next request on; who may not loosen an app ticks nothing more', async () => {
  const editor = await openBrowser(service, { role: 'editor' })
  const { path, names } = await app(['default', 'account'], editor)
  assert.equal((await owner.call('PUT', path, { toolsets: ['default'] })).status, 200)
  const further = new Set(namesIn(['account']))
  const left = await names('?toolsets=all')
  assert.ok(left.includes('schedule_post') && !left.some((name) => further.has(name)))
  const refused = await editor.call('PUT', path, { toolsets: ['default', 'account'] })
  assert.equal(refused.status, 403)
  assert.match(refused.text, /toolsets would be looser/)
  assert.equal((await owner.call('PUT', path, { toolsets: [...toolsets] })).status, 200)
  const { body } = await owner.call('PUT', path, { posts_per_day: 3 })
  assert.deepEqual(body['toolsets'], [...toolsets], 'another change leaves the ticks')
  const again = await names()
  assert.ok(again.includes('disconnect_account') || again.includes('reconnect_account'))
})

test('ticking nothing, or what there is not, allows nothing', async () => {
  const uid = await ask(owner, authorizeUrl(service, client_id, pkce().challenge))
  for (const ticked of [[], ['crypto'], 'default', null]) {
    const answer = { allow: true, workspace_id: owner.workspace_id, toolsets: ticked }
    const { status, text } = await owner.call('POST', `/console/consents/${uid}`, answer)
    assert.equal(status, 422)
    assert.match(text, /"toolsets/)
  }
})

test('an app that was let in before there was a choice goes on as it was', async () => {
  const { names } = await app(['default'])
  const [grant] = await grantsOf(owner)
  await service.query(`update grants set toolsets = null where id = ${grant?.id}`)
  assert.deepEqual(await names(), namesIn(['default']))
  assert.deepEqual(await names('?toolsets=all'), namesIn(toolsets))
})

/** By what each list let an app do when its sentences were written. */
const consented: Readonly<Record<string, readonly string[]>> = {
  bulk: ['schedule_posts', 'update_posts', 'update_many_media'],
  library: ['derive_media', 'get_library', 'replace_media', 'restore_media'],
  events: ['list_events', 'manage_webhooks'],
  activity: ['get_post_revision', 'list_activity'],
  analytics: ['get_audience', 'get_best_times', 'list_post_analytics'],
  links: [
    'create_calendar',
    'get_utm_templates',
    'list_calendar',
    'list_calendars',
    'revoke_calendar',
    'set_utm_templates',
  ],
  plan: [
    'create_account_set',
    'delete_account_set',
    'list_account_sets',
    'pause_publishing',
    'resume_publishing',
    'update_account_set',
  ],
  queues: ['create_queue', 'delete_queue', 'list_queues', 'update_queue'],
  series: ['manage_series', 'read_series'],
  snippets: ['create_snippet', 'delete_snippet', 'list_snippets', 'update_snippet'],
  account: [
    'delete_label',
    'disconnect_account',
    'find_people',
    'get_account_choices',
    'list_labels',
    'preview_link',
    'reconnect_account',
    'rename_label',
  ],
  live: ['edit_published_post', 'undo_today', 'unpublish_post'],
}

test('a list has no tool that its sentences were not written for: what is not said nobody has allowed', () => {
  for (const toolset of toolsets.filter((name) => name !== 'default'))
    assert.deepEqual(
      namesIn([toolset]).toSorted(),
      consented[toolset]?.toSorted(),
      `say what it lets an app do in server/surfaces/console/toolsets.ts, then name it here: ${toolset}`,
    )
})
