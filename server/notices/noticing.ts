/** From events to notices: what concerns people, gathered by its cause; and what no event tells, found by looking. */
import { z } from 'zod'
import type { Plan } from '#rules/limits.ts'
import { type Item, type NoticeKind, notices } from '#rules/notice.ts'
import { monthOf, resetsAt } from '#rules/quota.ts'
import type { EventType } from '#rules/event.ts'
import { eventsBehind, type EventRow, headOf } from '#store/events.ts'
import { endingKeys, fullMonths, knownAccounts } from '#store/noticed.ts'
import { lockFeed, moveFeed, type NewNotice, notice } from '#store/notices.ts'
import type { Db } from '#store/schema.ts'

const BATCH = 1_000
/** Keys and plans are looked at so often. */
const LOOK_EVERY = 60_000
const KEY_DAYS = 7
/** Shares of a plan that are told. */
const SHARES = [80, 100] as const

interface Concern {
  kind: NoticeKind
  /** Beside the workspace and the kind. */
  cause: string
}

/** Undefined: nobody is told of this one. */
type Read = (event: EventRow) => Concern | undefined

const Data = z.object({
  platform: z.string().optional(),
  error_code: z.string().optional(),
  code: z.string().optional(),
  blocked_reason: z.string().optional(),
  token_expires_at: z.string().nullish(),
  webhook_id: z.string().optional(),
  series_id: z.int().optional(),
  name: z.string().optional(),
  why: z.string().nullish(),
  warnings: z.array(z.string()).default([]),
})

const readers: Partial<Record<EventType, Read>> = {
  'delivery.failed': (event) => {
    const { platform, error_code = 'refused' } = dataOf(event)
    return { kind: 'post_failed', cause: `${platform}:${error_code}` }
  },
  'delivery.removal_failed': (event) => {
    const { platform, error_code = 'refused' } = dataOf(event)
    // Nothing of it was out: so it is as somebody wanted it.
    if (error_code === 'nothing_out') return undefined
    return { kind: 'removal_failed', cause: `${platform}:${error_code}` }
  },
  'delivery.edit_failed': (event) => {
    const { platform, error_code = 'refused' } = dataOf(event)
    // Somebody had it taken down meanwhile.
    if (error_code === 'given_up') return undefined
    return { kind: 'edit_failed', cause: `${platform}:${error_code}` }
  },
  'delivery.updated': (event) => {
    const { platform, warnings } = dataOf(event)
    const isTwice = warnings.some((warning) => warning.startsWith('maybe_twice:'))
    return isTwice ? { kind: 'maybe_twice', cause: `${platform}` } : undefined
  },
  'post.at_risk': (event) => ({ kind: 'at_risk', cause: dataOf(event).code ?? 'account' }),
  'delivery.blocked': (event) => {
    const { platform, blocked_reason } = dataOf(event)
    return blocked_reason === 'outcome_unknown'
      ? { kind: 'decision', cause: `${platform}` }
      : undefined
  },
  'account.needs_reconnect': (event) => ({ kind: 'reconnect', cause: `${dataOf(event).platform}` }),
  'account.expiring': (event) => ({ kind: 'expiring', cause: `${dataOf(event).platform}` }),
  'post.awaiting_approval': () => ({ kind: 'approval', cause: 'approval' }),
  'series.paused': ofSeries,
  'series.ended': ofSeries,
  'webhook.disabled': ofWebhook,
  'webhook.dead': (event) => ({ kind: 'webhook', cause: `dead:${dataOf(event).webhook_id}` }),
}
const types = Object.keys(readers) as EventType[]

/** What somebody did is no news to them. */
function ofSeries(event: EventRow): Concern | undefined {
  const { series_id, why } = dataOf(event)
  const byItself = why === 'failures' || why === 'unconfirmed' || why === 'credential_ended'
  return byItself ? { kind: 'series', cause: `${why}:${series_id}` } : undefined
}

function ofWebhook(event: EventRow): Concern | undefined {
  const { webhook_id, why } = dataOf(event)
  if (why === 'by_hand') return undefined
  const code = (why && endings[why]) ?? 'off'
  return { kind: 'webhook', cause: `${code}:${webhook_id}` }
}

/** Of webhooks that are off for another reason than their receiver. */
const endings: Readonly<Record<string, string>> = {
  credential_ended: 'ended',
  secret_lost: 'lost',
}

function dataOf({ data }: EventRow) {
  return Data.parse(data)
}

/** Carries the feed one batch on, all or nothing; true when there is more. One process at a time; others answer false. */
export async function noticeEvents(db: Db, now: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const feed = await lockFeed(tx)
    if (!feed) return false
    const head = await headOf(tx)
    // Numbers came again: what was before is told already, or lost with the other database.
    const after = Math.min(feed.seq, head.seq)
    const events = await eventsBehind(tx, after, BATCH, types)
    for (const told of await gathered(tx, events)) await notice(tx, told, now)
    const full = events.length === BATCH
    const seq = full ? (events.at(-1)?.seq ?? head.seq) : Math.max(head.seq, lastOf(events))
    if (seq !== feed.seq) await moveFeed(tx, { seq })
    return full
  })
}

function lastOf(events: readonly EventRow[]) {
  return events.at(-1)?.seq ?? 0
}

async function gathered(db: Db, events: readonly EventRow[]): Promise<NewNotice[]> {
  const found = new Map<string, NewNotice & { items: Item[] }>()
  const accounts = await accountsIn(db, events)
  for (const event of events) {
    const concern = readers[event.type]?.(event)
    if (!concern) continue
    const { workspace_id, account_id, post_id } = event
    const known_as = accounts.get(`${workspace_id} ${account_id}`)
    const data = dataOf(event)
    const { platform = known_as?.platform ?? null, token_expires_at: at = null } = data
    const { kind, cause } = concern
    const key = `${workspace_id} ${kind} ${cause}`
    const { way, roles } = notices[kind]
    const known = found.get(key) ?? {
      workspace_id,
      kind,
      cause,
      event_seq: null,
      count: 0,
      items: [],
      roles,
      way,
    }
    known.count++
    known.event_seq = event.seq
    known.items.push({
      post_id,
      account_id,
      platform,
      name: known_as?.name ?? data.name ?? null,
      at,
    })
    found.set(key, known)
  }
  return [...found.values()]
}

async function accountsIn(db: Db, events: readonly EventRow[]) {
  const accounts = new Map<string, { name: string; platform: string }>()
  for (const workspace_id of new Set(events.map((each) => each.workspace_id))) {
    const ids = events.flatMap((each) =>
      each.workspace_id === workspace_id && each.account_id !== null ? [each.account_id] : [],
    )
    for (const { id, ...more } of await knownAccounts({ db, workspace_id }, [...new Set(ids)]))
      accounts.set(`${workspace_id} ${id}`, more)
  }
  return accounts
}

/** Keys that end and plans that are used up, once a minute over all processes. */
export async function noticeByLooking(db: Db, plans: Readonly<Record<string, Plan>>, now: Date) {
  await db.transaction().execute(async (tx) => {
    const feed = await lockFeed(tx)
    const looked = feed?.looked_at ? new Date(feed.looked_at).getTime() : -Infinity
    if (!feed || now.getTime() - looked < LOOK_EVERY) return
    await moveFeed(tx, { looked_at: now })
    for (const told of [...(await keysEnding(tx, now)), ...(await plansUsed(tx, plans, now))])
      await notice(
        tx,
        { ...told, ...notices[told.kind], event_seq: null, count: 1, once: true },
        now,
      )
  })
}

type Looked = Pick<NewNotice, 'workspace_id' | 'kind' | 'cause' | 'items'>

async function keysEnding(db: Db, now: Date): Promise<Looked[]> {
  const until = new Date(now.getTime() + KEY_DAYS * 86_400_000)
  const keys = await endingKeys(db, { now, until })
  return keys.map(({ workspace_id, id, name, expires_at: at }) => ({
    workspace_id,
    kind: 'key_ending',
    cause: `${id} ${at}`,
    items: [{ post_id: null, account_id: null, platform: null, name, at }],
  }))
}

async function plansUsed(
  db: Db,
  plans: Readonly<Record<string, Plan>>,
  now: Date,
): Promise<Looked[]> {
  const limits = Object.entries(plans).flatMap(([plan, { monthly_posts: limit }]) =>
    limit === null ? [] : [{ plan, limit }],
  )
  if (!limits.length) return []
  const month = monthOf(now)
  const rows = await fullMonths(db, { month, limits, share: SHARES[0] })
  return rows.flatMap(({ workspace_id, used, limit }) => {
    const share = SHARES.findLast((each) => used * 100 >= limit * each)
    const items = [
      { post_id: null, account_id: null, platform: null, name: null, at: resetsAt(now) },
    ]
    return [{ workspace_id, kind: 'plan' as const, cause: `${month}:${share}`, items }]
  })
}
