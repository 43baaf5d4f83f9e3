/** People who create, change, cancel, hurry and take back posts through REST while everything around them breaks. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import { count, type Entry, type Ledger } from './ledger.ts'
import { callTwice, describeAnswer } from './rest.ts'
import { seedFile } from './files.ts'
import { kinds } from './kinds.ts'
import { edit, republish, unpublish } from './live-calls.ts'
import type { Stage } from './stage.ts'
import { behind } from './seed.ts'
import { commentOf, textOf } from './texts.ts'

const CALLERS = 24
/** What they do with a post that is due soon: about at the moment when a worker takes it. */
const moves = { cancel: 3, update: 4, publish_now: 2 } as const
/** …and with one that is out: about as often. */
const afterwards = { none: 9, unpublish: 5, edit: 4, republish: 2 } as const

/** Carries out `creations` entries that are not seeded, and moves on seeded ones, until `until`. */
export async function callAround(
  stage: Stage,
  ledger: Ledger,
  chance: Chance,
  { until, creations, changes }: { until: number; creations: Entry[]; changes: number },
) {
  const jobs = [
    ...creations.map((entry) => ({ entry, create: true })),
    ...Array.from({ length: changes }, () => ({ entry: undefined, create: false })),
  ]
    .map((job) => ({ job, turn: chance.next() }))
    .sort((a, b) => a.turn - b.turn)
  const began = Date.now()
  let at = 0

  async function work(own: Chance) {
    for (let turn = jobs[at++]; turn; turn = jobs[at++]) {
      await sleep(Math.max(0, began + turn.turn * (until - began) - Date.now()))
      const { entry } = turn.job
      if (entry) await create(stage, ledger, entry, own)
      else if (Date.now() < until) await move(stage, ledger, own)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, (_, who) => work(chance.of(`caller ${who}`))))
}

async function create(stage: Stage, ledger: Ledger, entry: Entry, chance: Chance) {
  const { number, kind, workspace, accounts, options } = entry
  const { comment } = kinds[kind]
  ledger.entries.push(entry)
  const now = chance.next() < 0.4
  entry.due_at = new Date(Date.now() + (now ? 0 : chance.between(200, 6_000)))
  const file = await stage.patiently((db) =>
    seedFile({ db, workspace_id: workspace.id }, entry, new Date()),
  )
  const body = {
    content: entry.texts[0] ?? '',
    social_account_ids: accounts.map(({ id }) => id),
    ...(kinds[kind].parts > 1 && {
      thread: behind(number, kind),
      thread_as: 'comments' as const,
    }),
    ...(comment && { first_comment: commentOf(number) }),
    ...(file !== undefined && { media_ids: [file.media_id] }),
    platform_options: options,
    // The pool is small: another post says the same.
    allow_duplicate: true,
    ...(now ? { publish_now: true } : { scheduled_at: entry.due_at.toISOString() }),
  }
  const call = { method: 'POST' as const, path: '/api/posts', body }
  const answer = await callTwice(stage.base_url, workspace, call, chance)
  count(ledger.calls, `create ${describeAnswer(answer)}`)
  if (!answer) return
  entry.post_id = answer.body.id
  entry.created = answer.status === 201 ? 'acknowledged' : 'refused'
}

async function move(stage: Stage, ledger: Ledger, chance: Chance) {
  const later = chance.weighted(afterwards)
  if (later === 'unpublish') return unpublish(stage, ledger, chance)
  if (later === 'edit') return edit(stage, ledger, chance)
  if (later === 'republish') return republish(stage, ledger, chance)
  const entry = choose(ledger, chance)
  if (!entry) return
  const what = chance.weighted(moves)
  if (what === 'update' && (entry.busy || !kinds[entry.kind].words)) return
  // Mostly in the very moment in which it falls due.
  const early = chance.between(-150, 1_200)
  await sleep(Math.max(0, Math.min(entry.due_at.getTime() - early - Date.now(), 5_000)))
  const version = entry.texts.length + 1
  const content = textOf(entry.number, version)
  const path = `/api/posts/${entry.post_id}`
  if (what === 'publish_now') entry.again = true
  if (what === 'update') {
    entry.busy = true
    entry.texts.push(content)
  }
  const call = {
    cancel: { method: 'POST' as const, path: `${path}/cancel`, body: {} },
    update: { method: 'PUT' as const, path, body: { content } },
    publish_now: { method: 'POST' as const, path: `${path}/publish-now`, body: {} },
  }[what]
  const answer = await callTwice(stage.base_url, entry.workspace, call, chance)
  count(ledger.calls, `${what} ${describeAnswer(answer)}`)
  if (what === 'update') entry.busy = false
  if (answer?.status === 200 && what === 'cancel') entry.cancelled = true
  if (answer?.status === 200 && what === 'update') entry.acknowledged = version
}

/** A post that falls due within seconds; a few that did already. */
function choose(ledger: Ledger, chance: Chance) {
  const now = Date.now()
  const near = ledger.entries.filter(
    ({ due_at, post_id }) =>
      post_id !== undefined && due_at.getTime() > now - 300 && due_at.getTime() < now + 4_000,
  )
  return chance.pick(near)
}
