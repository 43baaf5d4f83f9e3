/**
 * Workers, numberers and connections are killed between settling, numbering and sending: every end of a delivery and of a
 * post has its one event, and every event reaches each webhook under its own id, at least once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { openReceiver, type Receiver, verified } from '../test/webhooks/receiver.ts'
import { type Chance, chance as chanceOf } from './chance.ts'
import { type Crew, startCrew } from './crew.ts'
import type { Workspace } from './ledger.ts'
import { seedWorkspaces } from './seed.ts'
import { openStage, type Stage } from './stage.ts'

export interface WebhookOptions {
  seed: number
  posts: number
  kills: number
  workers: number
  keep: boolean
  say: (line: string) => void
}

interface Hook {
  workspace: Workspace
  path: string
  id: string
  secret: string
}

/** Posts of one account: fewer than platforms take in a day, for what waits until tomorrow has not ended. */
const A_DAY = 2_000

/** As long as nothing moves for so many milliseconds, it is taken for stuck. */
const STILL = 60_000

/** Answers whether everything was told, once as an event and at least once to each webhook. */
export async function killedWebhooks(options: WebhookOptions) {
  const { seed, posts, kills, workers, keep, say } = options
  await using stack = new AsyncDisposableStack()
  const stage = stack.use(
    await openStage({ lease: 2_500, pace: 30, keep, platforms: ['x', 'bluesky'] }),
  )
  const receiver = stack.use(await openReceiver())
  const settings = { ...stage.settings, WEBHOOK_PRIVATE_HOSTS: receiver.host }
  const workspaces = await seedWorkspaces(stage, Math.max(2, Math.ceil(posts / A_DAY)))
  const crew = stack.use(await startCrew({ workers, settings, logs: stage.logs }))
  await crew.whole()
  const hooks = []
  for (const workspace of workspaces) {
    hooks.push(await makeHook(stage, receiver, workspace, '/ok'))
    hooks.push(await makeHook(stage, receiver, workspace, '/slow/200'))
  }
  const lent = await makeKey(stage, workspaces[0])
  hooks.push(await makeHook(stage, receiver, lent.workspace, '/ok/of-a-key'))
  const chance = chanceOf(seed)
  const made = await playOut(stage, crew, workspaces, { posts, kills, chance })
  await crew.whole()
  await settled(stage)

  const faults = [...(await wrongEvents(stage)), ...(await wrongCalls(stage, receiver, hooks))]
  faults.push(...(await afterTheEnd(stage, receiver, { hooks, lent, workspace: workspaces[0] })))
  const { calls, events } = await counts(stage, receiver, hooks)
  say(
    `\nWebhooks, seed ${seed}: ${made} posts, ${crew.deaths.length} workers killed, ${events} events, ${calls} calls to ${hooks.length} webhooks`,
  )
  for (const fault of faults) say(`  ${fault}`)
  say(`  ${faults.length ? 'WRONG' : 'right: every event once, every call made, ids equal'}`)
  return faults.length === 0
}

async function makeHook(
  stage: Stage,
  receiver: Receiver,
  workspace: Workspace,
  how: string,
): Promise<Hook> {
  const path = `${how}/${workspace.id}`
  const body = { url: receiver.url(path), types: ['post.*', 'delivery.*'] }
  const answer = await ask(stage, workspace, 'POST', '/api/webhooks', body)
  const { id, secret } = z.object({ id: z.string(), secret: z.string() }).parse(await answer.json())
  return { workspace, path, id, secret }
}

interface Key {
  id: string
  /** As seen by who has this key. */
  workspace: Workspace
}

async function makeKey(stage: Stage, workspace: Workspace | undefined): Promise<Key> {
  if (!workspace) throw new Error('There is no workspace.')
  const body = { name: 'Of a webhook', abilities: ['*'] }
  const answer = await ask(stage, workspace, 'POST', '/api/api-keys', body)
  const { id, token } = z.object({ id: z.string(), token: z.string() }).parse(await answer.json())
  return { id, workspace: { ...workspace, token } }
}

function ask(stage: Stage, { token }: Workspace, method: string, path: string, body?: object) {
  return fetch(`${stage.base_url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
}

/** Posts come evenly while workers die; the API lives, so that every post that is counted was made. */
async function playOut(
  stage: Stage,
  crew: Crew,
  workspaces: readonly Workspace[],
  { posts, kills, chance }: { posts: number; kills: number; chance: Chance },
) {
  let over = false
  const trouble = async () => {
    for (let n = 0; n < kills; n++) {
      await sleep(chance.between(100, 900))
      // A connection of whoever settles, numbers or sends: PostgreSQL ends all others too, and recovers.
      if (n % 5 === 4)
        await stage.postgres.killBackend(n % 2 ? 'crier-events' : 'crier-worker').catch(() => false)
      const running = crew.running('worker')
      const victim = running[chance.below(Math.max(1, running.length))]
      if (victim) crew.kill(victim, 'SIGKILL')
      else n--
    }
    over = true
  }
  const troubled = trouble()
  let made = 0
  while (made < posts || !over) {
    const workspace = workspaces[made % workspaces.length]
    if (!workspace) break
    const body = {
      content: `Post ${made} of the webhooks`,
      social_account_ids: workspace.accounts.map(({ id }) => id),
      publish_now: true,
      allow_duplicate: true,
    }
    const answer = await ask(stage, workspace, 'POST', '/api/posts', body).catch(() => undefined)
    if (answer?.status === 201) made++
    await answer?.body?.cancel()
    if (made >= posts) await sleep(200)
    if (made >= posts * 2) break
  }
  await troubled
  return made
}

/** Until every delivery has ended, every event has its number and every send has been made. */
async function settled(stage: Stage) {
  let last = ''
  for (let moved = performance.now(); performance.now() - moved < STILL; await sleep(250)) {
    const { rows } = await stage.patiently((db) =>
      sql<Record<string, number>>`
        select (select count(*) from deliveries where status = 'publishing' or status = 'pending' and due_at is not null) as deliveries,
          (select count(*) from fresh_events) as fresh,
          (select count(*) from webhook_sends where state in ('waiting', 'sending')) as sends,
          (select count(*) from webhooks w where disabled_at is null
            and exists (select from events e where e.workspace_id = w.workspace_id and e.seq > w.position)) as behind,
          (select coalesce(sum(tries), 0) from webhook_sends) as tries`.execute(db),
    )
    const { tries: _, ...open } = rows[0] ?? {}
    if (Object.values(open).every((count) => count === 0)) return
    const now = JSON.stringify(rows[0])
    if (now !== last) moved = performance.now()
    last = now
  }
  throw new Error(`Nothing moves any more: ${last}`)
}

/** Nobody retries here, so each delivery and each post ends once. */
async function wrongEvents(stage: Stage) {
  const { rows } = await stage.patiently((db) =>
    sql<{ what: string; count: number }>`
      select 'deliveries whose end has not exactly its one event' as what, count(*) as count from deliveries d
      where (select array_agg(type) from events e where e.delivery_id = d.id and e.workspace_id = d.workspace_id)
        is distinct from array['delivery.' || d.status]
      union all
      select 'posts whose end has not exactly its one event', count(*) from posts p
      where (select array_agg(type) from events e
          where e.post_id = p.id and e.workspace_id = p.workspace_id and type in ('post.published', 'post.partial', 'post.failed'))
        is distinct from array[post_outcome(p.workspace_id, p.id, p.status)]
      union all
      select 'numbers that are missing', (select seq from event_counter) - count(*) from events`.execute(
      db,
    ),
  )
  return rows.flatMap(({ what, count }) => (count ? [`${count} ${what}`] : []))
}

async function wrongCalls(stage: Stage, receiver: Receiver, hooks: readonly Hook[]) {
  const faults = []
  for (const { workspace, path, secret, id } of hooks) {
    const { rows } = await stage.patiently((db) =>
      sql<{ uuid: string }>`
        select uuid from events
        where workspace_id = ${workspace.id} and (type like 'post.%' or type like 'delivery.%')`.execute(
        db,
      ),
    )
    const seen = await receiver.at(path)
    const ids = new Set(
      seen.map((call) => {
        const body = verified(secret, call)
        if (call.headers['webhook-id'] !== body.event.id) faults.push(`${path}: ids that differ`)
        return body.event.id
      }),
    )
    const missing = rows.filter(({ uuid }) => !ids.has(uuid)).length
    const strange = [...ids].filter((each) => !rows.some(({ uuid }) => uuid === each)).length
    if (missing) faults.push(`webhook ${id}: ${missing} of ${rows.length} events never came`)
    if (strange) faults.push(`webhook ${id}: ${strange} calls of no event`)
  }
  return faults
}

/** What happens after a webhook was deleted, or the key that made it, is not told to it. */
async function afterTheEnd(
  stage: Stage,
  receiver: Receiver,
  {
    hooks,
    lent,
    workspace,
  }: { hooks: readonly Hook[]; lent: Key; workspace: Workspace | undefined },
) {
  const ended = [hooks[0], hooks.at(-1)].filter((hook) => hook !== undefined)
  if (!workspace || ended.length < 2) return ['no webhook was made']
  for (const path of [`/api/webhooks/${ended[0]?.id}`, `/api/api-keys/${lent.id}`]) {
    const { status } = await ask(stage, workspace, 'DELETE', path)
    if (status !== 204) return [`deleting ${path} answered ${status}`]
  }
  const callsOf = async () =>
    Promise.all(ended.map(async ({ path }) => (await receiver.at(path)).length))
  const before = await callsOf()
  const body = {
    content: 'After the end',
    social_account_ids: workspace.accounts.map(({ id }) => id),
  }
  await (await ask(stage, workspace, 'POST', '/api/posts', body)).body?.cancel()
  await settled(stage)
  const after = await callsOf()
  return ended.flatMap(({ path }, index) => {
    const more = (after[index] ?? 0) - (before[index] ?? 0)
    return more ? [`${path}: ${more} calls after the end of its webhook or key`] : []
  })
}

async function counts(stage: Stage, receiver: Receiver, hooks: readonly Hook[]) {
  const seen = await Promise.all(hooks.map(({ path }) => receiver.at(path)))
  const { rows } = await stage.patiently((db) =>
    sql<{ events: number }>`select count(*) as events from events`.execute(db),
  )
  return { calls: seen.flat().length, events: rows[0]?.events ?? 0 }
}
