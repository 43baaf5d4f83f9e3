/** Where each operation can be had: over REST and in its document, in the SDK, on the command line, and in a toolset over MCP. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Crier } from '@crier/sdk'
import { z } from 'zod'
import { operations } from '#operations/index.ts'
import { toolsets } from '#operations/operation.ts'
import { offersOf } from '#surfaces/mcp/offers.ts'
import { isUpload } from '../../cli/call.ts'
import { openService } from '../service.ts'
import { modern, resultOf, sender } from '../mcp/rpc.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())

/** What is no tool, and the tools that do the same there. */
const otherTools: Readonly<Record<string, readonly string[]>> = {
  open_upload: ['upload_media'],
  get_upload: ['upload_media'],
  complete_upload: ['upload_media'],
  cancel_upload: ['upload_media'],
  // Bytes: they go to the address that upload_media answers.
  upload_chunk: ['upload_media'],
  list_api_keys: ['manage_api_keys'],
  create_api_key: ['manage_api_keys'],
  update_api_key: ['manage_api_keys'],
  revoke_api_key: ['manage_api_keys'],
  list_approvals: ['list_posts'],
  approve_post: ['publish_now', 'update_post'],
  decline_post: ['update_post', 'delete_post'],
  import_posts: ['schedule_posts'],
  export_posts: ['list_posts'],
  download_media: ['list_media'],
  get_analytics_timelines: ['get_analytics'],
  create_webhook: ['manage_webhooks'],
  delete_webhook: ['manage_webhooks'],
  list_webhook_sends: ['manage_webhooks'],
  list_webhooks: ['manage_webhooks'],
  redeliver_send: ['manage_webhooks'],
  redeliver_webhook: ['manage_webhooks'],
  rotate_webhook_secret: ['manage_webhooks'],
  test_webhook: ['manage_webhooks'],
  update_webhook: ['manage_webhooks'],
  create_series: ['manage_series'],
  update_series: ['manage_series'],
  pause_series: ['manage_series'],
  resume_series: ['manage_series'],
  skip_occurrence: ['manage_series'],
  end_series: ['manage_series'],
  list_series: ['read_series'],
  get_series: ['read_series'],
  preview_series: ['read_series'],
}

/** What has no address of its own, and those that do the same. */
const otherAddresses: Readonly<Record<string, readonly string[]>> = {
  read_series: ['list_series', 'get_series', 'preview_series'],
  manage_series: [
    'create_series',
    'update_series',
    'pause_series',
    'resume_series',
    'skip_occurrence',
    'end_series',
  ],
  manage_webhooks: [
    'create_webhook',
    'delete_webhook',
    'list_webhook_sends',
    'list_webhooks',
    'redeliver_send',
    'redeliver_webhook',
    'rotate_webhook_secret',
    'test_webhook',
    'update_webhook',
  ],
  manage_api_keys: ['list_api_keys', 'create_api_key', 'update_api_key', 'revoke_api_key'],
}

/** What sends a file, and the command that does. */
const otherCommands: Readonly<Record<string, string>> = {
  upload_media: 'upload',
  upload_chunk: 'upload',
}

const offers = offersOf(operations)
const onRest = operations.flatMap(({ name, rest }) => ('absent' in rest ? [] : [{ name, rest }]))

test('every operation is a tool of some toolset, or others are named that do the same', () => {
  const offered = new Set([...offers.values()].map(({ operation }) => operation.name))
  const without = operations.map(({ name }) => name).filter((name) => !offered.has(name))
  assert.deepEqual(without.toSorted(), Object.keys(otherTools).toSorted())
  for (const { toolset, operation } of offers.values())
    assert.ok(toolsets.includes(toolset), operation.name)
  for (const each of operations) {
    if (!('absent' in each.mcp)) continue
    for (const other of otherTools[each.name] ?? []) {
      assert.ok(offers.has(other), `${other} does it`)
      const said = each.mcp.absent.includes(other) || each.name === 'upload_chunk'
      assert.ok(said, `${each.name} says that ${other} does it`)
    }
  }
})

test('a key that may do everything sees every tool of every toolset', async () => {
  const Names = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) })
  const [message, headers] = modern('tools/list')
  const said = await resultOf(sender(service, '/mcp?toolsets=all')(message, headers))
  assert.deepEqual(
    Names.parse(said).tools.map(({ name }) => name),
    [...offers.keys()],
  )
})

test('every operation has an address, or others are named that do the same', () => {
  const addressed = new Set(onRest.map(({ name }) => name))
  const without = operations.map(({ name }) => name).filter((name) => !addressed.has(name))
  assert.deepEqual(without, Object.keys(otherAddresses))
  for (const others of Object.values(otherAddresses))
    for (const other of others) assert.ok(addressed.has(other), other)
})

test('every address is in the document that the service serves, and nothing else is', async () => {
  const Document = z.looseObject({
    paths: z.record(
      z.string(),
      z.record(z.string(), z.looseObject({ operationId: z.string().optional() })),
    ),
  })
  const { body } = await service.rest('GET', '/api/openapi.json')
  const told = Object.entries(Document.parse(body).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
  )
  const made = onRest.map(({ name, rest }) => {
    const path = rest.path.replace(/:(\w+)/g, '{$1}')
    return `${rest.method.toLowerCase()} ${path} ${name}`
  })
  assert.deepEqual(told.toSorted(), made.toSorted())
})

test('every address is a method of the SDK', () => {
  const crier = new Crier({ base_url: service.base_url, token: service.token })
  for (const { name } of onRest) {
    const method = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    assert.equal(typeof Reflect.get(crier, method), 'function', name)
  }
})

test('every operation can be called on the command line, but for those that send files', () => {
  assert.deepEqual(
    operations.filter(isUpload).map(({ name }) => name),
    Object.keys(otherCommands),
  )
})
