/** `crier webhook …`: who is called when something happens, and how the calls came out. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { createWebhook } from '#operations/webhooks/create-webhook.ts'
import { deleteWebhook } from '#operations/webhooks/delete-webhook.ts'
import { listWebhookSends } from '#operations/webhooks/list-webhook-sends.ts'
import { listWebhooks } from '#operations/webhooks/list-webhooks.ts'
import { redeliverSend } from '#operations/webhooks/redeliver-send.ts'
import { redeliverWebhook } from '#operations/webhooks/redeliver-webhook.ts'
import { rotateWebhookSecret } from '#operations/webhooks/rotate-webhook-secret.ts'
import { testWebhook } from '#operations/webhooks/test-webhook.ts'
import { updateWebhook } from '#operations/webhooks/update-webhook.ts'
import { TypeFilter } from '#rules/event.ts'
import { SendState } from '#rules/webhook.ts'
import { type Command, type Given, UsageError } from './command.ts'
import { openInstance } from './instance.ts'
import { table } from './table.ts'
import { idsIn } from './words.ts'

const Webhook = z.looseObject({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  types: z.array(z.string()).nullable(),
  account_ids: z.array(z.int()).nullable(),
  enabled: z.boolean(),
  disabled_why: z.string().nullable(),
  failing_since: z.string().nullable(),
  dead: z.int(),
})
type Webhook = z.infer<typeof Webhook>

/** The word that takes a choice of kinds or accounts away. */
const ALL = 'all'
const names = { account_ids: 'accounts', secret: 'secret-file' }

const list: Command = {
  name: 'webhook list',
  takes: '[--json]',
  summary: 'Show the webhooks and how they fare; their secrets are not told.',
  json: true,

  async run(_, config) {
    await using instance = await openInstance(config)
    const data = z.array(Webhook).parse(await instance.ask(listWebhooks, {}))
    const none = 'There is no webhook: crier webhook create makes one.'
    return { data, text: data.length ? told(data) : none }
  },
}

const create: Command = {
  name: 'webhook create',
  takes:
    'URL [--types KIND,KIND] [--accounts NAME,ID] [--description T] [--secret-file FILE] [--json]',
  summary:
    'Be called when something happens, from now on; the secret that calls are signed with is shown this once only. --types names kinds and groups: post.failed,delivery.*.',
  values: ['url'],
  flags: {
    types: 'optional',
    accounts: 'optional',
    description: 'optional',
    'secret-file': 'optional',
  },
  suggestions: { types: TypeFilter.options },
  names,
  json: true,

  async run({ url, ...given }, config) {
    const fields = { url, ...fieldsIn(given), ...(await secretIn(given)) }
    await using instance = await openInstance(config)
    const answer = await instance.ask(createWebhook, fields)
    const data = Webhook.extend({ secret: z.string() }).parse(answer)
    return {
      data,
      text: table(['id', 'url', 'secret'].map((field) => [field, String(data[field])])),
    }
  },
}

const update: Command = {
  name: 'webhook update',
  takes: 'ID [--url URL] [--types KIND,KIND] [--accounts NAME,ID] [--description T] [--json]',
  summary: `Change a webhook; --types ${ALL} and --accounts ${ALL} take a choice away.`,
  values: ['id'],
  flags: { url: 'optional', types: 'optional', accounts: 'optional', description: 'optional' },
  suggestions: { types: [ALL, ...TypeFilter.options] },
  names,
  json: true,

  async run({ id, url, ...given }, config) {
    const fields = { id, ...(url !== undefined && { url }), ...fieldsIn(given) }
    await using instance = await openInstance(config)
    const data = Webhook.parse(await instance.ask(updateWebhook, fields))
    return { data, text: told([data]) }
  },
}

/** Both are one operation, in two words that a person looks for. */
function switching(word: 'on' | 'off', summary: string): Command {
  return {
    name: `webhook ${word}`,
    takes: 'ID [--json]',
    summary,
    values: ['id'],
    json: true,

    async run({ id }, config) {
      await using instance = await openInstance(config)
      const fields = { id, enabled: word === 'on' }
      const data = Webhook.parse(await instance.ask(updateWebhook, fields))
      const dead = data.enabled && data.dead > 0
      const again = `What died (${data.dead}) is sent again by crier webhook redeliver ${data.id} --since TIME.`
      return { data, text: dead ? `${told([data])}\n${again}` : told([data]) }
    },
  }
}

const test: Command = {
  name: 'webhook test',
  takes: 'ID [--json]',
  summary: 'Send a webhook.test to a webhook; a running instance makes the call.',
  values: ['id'],
  json: true,

  async run({ id }, config) {
    await using instance = await openInstance(config)
    const data = await instance.ask(testWebhook, { id })
    const text = `A test goes out to webhook ${id}; crier webhook sends ${id} tells how it came out.`
    return { data, text }
  },
}

const rotate: Command = {
  name: 'webhook rotate-secret',
  takes: 'ID [--secret-file FILE] [--json]',
  summary:
    'Give a webhook a new secret, shown this once only; for a day calls are signed with the old one too.',
  values: ['id'],
  flags: { 'secret-file': 'optional' },
  names,
  json: true,

  async run({ id, ...given }, config) {
    const fields = { id, ...(await secretIn(given)) }
    await using instance = await openInstance(config)
    const answer = await instance.ask(rotateWebhookSecret, fields)
    const data = z.record(z.string(), z.string()).parse(answer)
    return { data, text: table(Object.entries(data)) }
  },
}

const Sends = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      type: z.string().nullable(),
      post_id: z.int().nullable(),
      state: z.string(),
      tries: z.int(),
      due_at: z.string(),
      last_at: z.string().nullable(),
      last_status: z.int().nullable(),
      last_error: z.string().nullable(),
    }),
  ),
  total: z.int(),
})

const sends: Command = {
  name: 'webhook sends',
  takes: 'ID [--state STATE] [--per-page N] [--page N] [--after CURSOR] [--json]',
  summary: 'The calls of a webhook, the latest first: what was sent, and what came of it.',
  values: ['id'],
  flags: { state: 'optional', 'per-page': 'optional', page: 'optional', after: 'optional' },
  choices: { state: SendState.options },
  json: true,

  async run({ 'per-page': per_page, ...given }, config) {
    const fields = { ...given, ...(per_page !== undefined && { per_page }) }
    await using instance = await openInstance(config)
    const data = Sends.parse(await instance.ask(listWebhookSends, fields))
    const rows = data.data.map((each) => [
      each.id,
      each.type ?? '(forgotten)',
      each.post_id === null ? '' : String(each.post_id),
      each.state,
      String(each.tries),
      each.state === 'waiting' ? `next ${each.due_at}` : (each.last_at ?? ''),
      each.last_error ?? (each.last_status === null ? '' : String(each.last_status)),
    ])
    if (!rows.length) return { data, text: 'There is no such call.' }
    const head = ['ID', 'KIND', 'POST', 'STATE', 'TRIES', 'AT', 'ANSWER']
    return { data, text: `${table([head, ...rows])}\n${rows.length} of ${data.total}` }
  },
}

const Again = z.object({ redelivering: z.int() })

const redeliver: Command = {
  name: 'webhook redeliver',
  takes: 'ID --since TIME [--until TIME] [--state dead|delivered|missed] [--json]',
  summary:
    'Make the calls again for what happened in a time: those that died, those that were delivered, or what was missed while it was off.',
  values: ['id'],
  flags: { since: 'required', until: 'optional', state: 'optional' },
  choices: { state: ['dead', 'delivered', 'missed'] },
  json: true,

  async run(given, config) {
    await using instance = await openInstance(config)
    const data = Again.parse(await instance.ask(redeliverWebhook, { ...given }))
    return { data, text: `Calls that are made again: ${data.redelivering}.` }
  },
}

const redeliverOne: Command = {
  name: 'webhook redeliver-send',
  takes: 'ID SEND [--json]',
  summary: 'Make one call again, under the same webhook-id; crier webhook sends shows which.',
  values: ['id', 'send'],
  names: { send_id: 'send' },
  json: true,

  async run({ id, send }, config) {
    await using instance = await openInstance(config)
    const data = Again.parse(await instance.ask(redeliverSend, { id, send_id: send }))
    const text = data.redelivering ? 'The call is made again.' : 'The call is under way just now.'
    return { data, text }
  },
}

const remove: Command = {
  name: 'webhook delete',
  takes: 'ID [--json]',
  summary: 'Delete a webhook with its sends; nothing is called any more.',
  values: ['id'],
  json: true,

  async run({ id }, config) {
    await using instance = await openInstance(config)
    const data = await instance.ask(deleteWebhook, { id })
    return { data, text: `Webhook ${id} is deleted.` }
  },
}

function told(webhooks: readonly Webhook[]) {
  const rows = webhooks.map((each) => [
    each.id,
    each.url,
    each.types?.join(', ') ?? ALL,
    each.account_ids?.join(', ') ?? ALL,
    stateOf(each),
    String(each.dead),
    each.description,
  ])
  return table([['ID', 'URL', 'KINDS', 'ACCOUNTS', 'STATE', 'DEAD', 'DESCRIPTION'], ...rows])
}

function stateOf({ enabled, disabled_why, failing_since }: Webhook) {
  if (!enabled) return `off (${disabled_why})`
  return failing_since === null ? 'on' : `failing since ${failing_since}`
}

function fieldsIn({ types, accounts, description }: Given) {
  return {
    ...(types !== undefined && { types: types === ALL ? null : types.split(',') }),
    ...(accounts !== undefined && { account_ids: accounts === ALL ? null : idsIn(accounts) }),
    ...(description !== undefined && { description }),
  }
}

/** From a file: what stands on a command line can be read by everybody on the machine. */
async function secretIn({ 'secret-file': file }: Given) {
  if (file === undefined) return {}
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(`--secret-file: ${file} cannot be read: ${error.message}.`)
  })
  return { secret: text.trim() }
}

export const webhookCommands = [
  list,
  create,
  update,
  switching('on', 'Switch a webhook on; it goes on at the present.'),
  switching('off', 'Switch a webhook off until it is switched on; what waits is given up.'),
  test,
  rotate,
  sends,
  redeliver,
  redeliverOne,
  remove,
]
