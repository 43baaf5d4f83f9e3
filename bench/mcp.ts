/**
 * The MCP surface: what a model reads before and after its questions, a read beside the same read over REST (alternating, in one
 * run), and every reading tool in a large workspace.
 */
import autocannon from 'autocannon'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { sql } from 'kysely'
import { z } from 'zod'
import { connect } from '#database/connect.ts'
import { percentile, type Running, runService, say } from './service.ts'

const POSTS = 10_000
const MONTH = 150
const SECONDS = 3
const ROUNDS = 5
const CALLS = 20
const VERSION = '2026-07-28'

export async function mcp() {
  await using service = await runService({ ROLE: 'api' })
  await weigh(service)
  await compare(service, 'get_stats', {}, '/api/stats')
  await compare(service, 'list_posts', { status: 'all' }, '/api/posts')
  await weighLists(service)
  await fill(service)
  await timeTools(service)
}

/** What a model has to read, in tokens. */
async function weigh(service: Running) {
  const { tools } = Listed.parse(await ask(service, 'tools/list'))
  const inputs = tools.map((tool) => {
    const { outputSchema: _, annotations: __, title: ___, ...input } = tool
    return input
  })
  say(`tools/list: ${tools.length} tools, ${weight({ tools })} tokens (o200k)`)
  say(`  names, descriptions and inputs: ${weight(inputs)}`)
  for (const platform of ['x', 'google_business']) {
    const { structuredContent } = Told.parse(
      await call(service, 'get_capabilities', { platforms: [platform] }),
    )
    say(`get_capabilities of ${platform}: ${weight(structuredContent)} tokens`)
  }
}

async function weighLists(service: Running) {
  await scheduleMonth(service)
  const page = Told.parse(await call(service, 'list_posts', {}))
  say(`list_posts, 20 posts on three accounts: ${weight(page.structuredContent)} tokens`)
  say(`  with its links: ${weight(page.content)}`)
  const week = { name: 'plan_week', arguments: { week: '2998-09-03' } }
  const { messages } = Messages.parse(await ask(service, 'prompts/get', week))
  say(`plan_week beside ${MONTH} scheduled posts: ${weight(messages)} tokens`)
}

function weight(value: unknown) {
  return encode(JSON.stringify(value)).length
}

const Told = z.looseObject({ structuredContent: z.unknown(), content: z.unknown() })
const Listed = z.looseObject({ tools: z.array(z.looseObject({})) })
const Messages = z.looseObject({ messages: z.unknown() })

/** Posts of a month far away. */
async function scheduleMonth(service: Running) {
  await using connected = connect(service.database, { max: 1, name: 'crier-bench' })
  const third = await sql<{ id: number }>`
    insert into accounts (workspace_id, platform, platform_account_id, sandbox, kind, name, username, settings, secret, refreshable, connected_at)
    select workspace_id, platform, 'third', sandbox, kind, name, username, settings, secret, refreshable, connected_at
    from accounts order by id limit 1 returning id`.execute(connected.db)
  const social_account_ids = [...service.account_ids, ...third.rows.map(({ id }) => id)].slice(-3)
  const text =
    'A new season begins, and with it the long walks that we have missed since the spring.'
  for (let at = 0; at < MONTH; at++) {
    const day = String(1 + (at % 30)).padStart(2, '0')
    const hour = String(8 + (at % 12)).padStart(2, '0')
    const when = `2998-09-${day}T${hour}:00:00Z`
    await call(service, 'schedule_post', { content: `${at}: ${text}`, social_account_ids, when })
  }
}

/** Calls a second of the tool, as a share of those of the same operation over REST: pairs side by side, after both are warm. */
async function compare(service: Running, name: string, args: object, path: string) {
  const { headers, body } = messageFor('tools/call', { name, arguments: args }, service.token)
  const fire = async (over: 'rest' | 'mcp') => {
    const load =
      over === 'rest'
        ? { url: service.base_url + path, method: 'GET' as const, headers }
        : { url: `${service.base_url}/mcp`, method: 'POST' as const, headers, body }
    const { requests, non2xx, errors } = await autocannon({
      ...load,
      connections: 20,
      duration: SECONDS,
    })
    failed += non2xx + errors
    return requests.average
  }
  let failed = 0
  await fire('rest')
  await fire('mcp')
  const pairs: { rest: number; mcp: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    pairs.push({ rest: await fire('rest'), mcp: await fire('mcp') })
  }
  const median = (of: (pair: { rest: number; mcp: number }) => number) =>
    percentile(pairs.map(of), 0.5)
  say(
    `${name}: ${median(({ mcp }) => mcp).toFixed(0)} calls/s over MCP, ${median(({ rest }) => rest).toFixed(0)} requests/s over REST: ratio ${median(({ mcp, rest }) => mcp / rest).toFixed(2)}; ${failed} failed`,
  )
}

async function fill(service: Running) {
  await using connected = connect(service.database, { max: 1, name: 'crier-bench' })
  const { db } = connected
  await sql`
    with made as (
      insert into posts (workspace_id, content, status, scheduled_at, published_at, platform_content, platform_options, created_via, created_by, created_at, updated_at)
      select w.id, 'Post ' || i, (array['draft', 'scheduled', 'published', 'failed'])[1 + i % 4],
        case when i % 4 > 0 then now() + (i - ${POSTS / 2}) * interval '1 hour' end, case when i % 4 = 2 then now() end,
        '[]', '{}', 'rest', 'key:1', now() - i * interval '1 minute', now()
      from generate_series(1, ${POSTS}) i, (select min(id) as id from workspaces) w returning id, workspace_id, status)
    insert into deliveries (workspace_id, post_id, account_id, position, platform, sandbox, status)
    select m.workspace_id, m.id, a.id, row_number() over (partition by m.id order by a.id), a.platform, a.sandbox,
      case m.status when 'published' then 'published' when 'failed' then 'failed' else 'pending' end
    from made m join accounts a on a.workspace_id = m.workspace_id`.execute(db)
  await sql`vacuum analyze posts, deliveries`.execute(db)
}

async function timeTools(service: Running) {
  const page = z.looseObject({ data: z.array(z.looseObject({ id: z.int() })).min(1) })
  const { structuredContent } = z
    .looseObject({ structuredContent: z.unknown() })
    .parse(await call(service, 'list_posts', { status: 'draft' }))
  const id = page.parse(structuredContent).data[0]?.id
  const later = '2999-01-01T00:00:00Z'
  const tools: Record<string, object> = {
    get_post: { id },
    list_posts: { status: 'all' },
    'list_posts ': { status: 'all', per_page: 200 },
    get_accounts: {},
    get_capabilities: {},
    get_stats: {},
    get_analytics: {},
    get_queue_slots: { count: 50 },
    list_media: {},
    schedule_post: {
      content: 'Next',
      social_account_ids: service.account_ids,
      when: later,
      dry_run: true,
    },
    update_post: { id, content: 'Other', dry_run: true },
    publish_now: { id, dry_run: true },
    duplicate_post: { id, dry_run: true },
    delete_post: { id, dry_run: true },
  }
  const rows: [string, number][] = []
  for (const [name, args] of Object.entries(tools)) {
    const times: number[] = []
    for (let round = 0; round < CALLS; round++) {
      const began = performance.now()
      await call(service, name.trim(), args)
      times.push(performance.now() - began)
    }
    rows.push([`${name.trim()} ${JSON.stringify(args)}`, percentile(times, 0.5)])
  }
  rows.sort(([, a], [, b]) => b - a)
  say(`slowest tools of ${rows.length} with ${POSTS} posts, p50 of ${CALLS}:`)
  for (const [name, time] of rows.slice(0, 4)) say(`  ${time.toFixed(1).padStart(6)} ms  ${name}`)
}

async function call(service: Running, name: string, args: object) {
  const result = await ask(service, 'tools/call', { name, arguments: args })
  if (z.looseObject({ isError: z.literal(true) }).safeParse(result).success)
    throw new Error(`${name}: ${JSON.stringify(result)}`)
  return result
}

async function ask({ base_url, token }: Running, method: string, params: object = {}) {
  const response = await fetch(`${base_url}/mcp`, {
    method: 'POST',
    ...messageFor(method, params, token),
  })
  const answer = z.looseObject({ result: z.unknown() }).parse(await response.json())
  if (answer.result === undefined) throw new Error(JSON.stringify(answer))
  return answer.result
}

/** A message, as `fetch` and the load take it. */
export function messageFor(method: string, params: object, token: string) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const name = 'name' in params ? { 'mcp-name': String(params.name) } : {}
  return {
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION,
      'mcp-method': method,
      ...name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  }
}
