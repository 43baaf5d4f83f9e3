/** Everything that is known in the end: what the store says, and what the platforms received. */
import { sql } from 'kysely'
import type { PlatformName } from './platforms/index.ts'
import type { Met, Received } from './sandbox.ts'
import type { Stage } from './stage.ts'

export interface DeliveryRow {
  workspace_id: number
  id: number
  post_id: number
  account_id: number
  platform: string
  platform_account_id: string
  username: string
  status: 'pending' | 'publishing' | 'published' | 'failed' | 'blocked'
  due_at: string | null
  platform_post_id: string | null
  error_code: string | null
  blocked_reason: string | null
  warnings: string[]
  attempt: number
  /** Which publishing of it this is, from 1. */
  generation: number
  /** It is in doubt, and still looked for. */
  watched: boolean
  /** An answer of it was lost: it was looked for, or a person is asked. */
  lost: boolean
  /** By what it was found. */
  proof: 'answer' | 'key' | 'words' | null
  resent: boolean
  steps: unknown
  commented: boolean
}

export interface PostRow {
  workspace_id: number
  id: number
  content: string
  created_by: string
  status: string
  deleted_at: string | null
  published_at: string | null
  error_message: string | null
}

export interface AttemptRow {
  workspace_id: number
  delivery_id: number
  number: number
  worker: string
  started_at: string
  finished_at: string | null
  step: string | null
  outcome: string | null
  code: string | null
  /** The platform's own. */
  words: string | null
}

/** What was asked about something that is out. */
interface ErrandRow {
  workspace_id: number
  id: number
  delivery_id: number
  generation: number
  error_code: string | null
  error_message: string | null
}

export interface RemovalRow extends ErrandRow {
  state: 'pending' | 'removing' | 'removed' | 'failed' | 'unsupported'
}

export interface EditRow extends ErrandRow {
  state: 'pending' | 'editing' | 'edited' | 'failed'
  revision: number
  content: string | null
}

/** One post or comment on a platform, of a request of ours; `text` is what it said when it came. */
export interface Arrival extends Omit<Received, 'said' | 'gone'> {
  platform: PlatformName
  /** As the request said of itself. */
  of: Mark
  /** What it says now, or said when it was taken down. */
  says: string
  /** Taken down, and by which request. */
  gone?: Mark | 'somebody'
}

export interface Mark {
  workspace_id: number
  delivery_id: number
  step: string
  /** The number of the call that may have published, from 1. */
  send: number
}

export interface Evidence {
  deliveries: DeliveryRow[]
  posts: PostRow[]
  /** In order. */
  attempts: AttemptRow[]
  removals: RemovalRow[]
  /** Of a delivery in order. */
  edits: EditRow[]
  arrivals: Arrival[]
  /** Of other people and other apps, and when they came by our clock. */
  others: (Received & { platform: PlatformName; seen_at: string })[]
  /** On a platform, and nobody’s request and nobody else’s. */
  strangers: (Received & { platform: PlatformName })[]
  /** Which steps the platform took and refused afterwards. */
  refused: Mark[]
  /** Which looks were told that there is no such thing. */
  lied: Mark[]
}

/** The store is read first: what it has promised by then must be on the platforms. */
export async function gather(stage: Stage): Promise<Evidence> {
  const stored = await stage.patiently(read)
  const seen = await Promise.all(
    stage.platforms.map(async (platform) => {
      const all = await stage.sandbox.received(platform)
      return all.map((received) => ({ ...received, platform, of: markOf(received.mark) }))
    }),
  )
  const met = await Promise.all(stage.platforms.map(async (each) => stage.sandbox.met(each)))
  const all = seen.flat()
  return {
    ...stored,
    arrivals: all.flatMap(({ of, said, gone, ...received }) => {
      if (!of) return []
      const { text } = received
      const by = gone && { gone: markOf(gone.mark) ?? ('somebody' as const) }
      return [{ ...received, text: said?.[0] ?? text, says: text, of, ...by }]
    }),
    others: all.flatMap((one) => {
      if (one.by === undefined) return []
      const ahead = stage.sandbox.ahead(one.platform)
      const seen_at = new Date(Date.parse(one.created_at) - ahead).toISOString()
      return [{ ...one, seen_at }]
    }),
    strangers: all.filter(({ by, of }) => by === undefined && of === undefined),
    refused: met.flat().flatMap((one) => markIf('refused_later', one)),
    lied: met.flat().flatMap((one) => markIf('reads_lie', one)),
  }
}

function markIf(wanted: string, { fault, mark }: Met): Mark[] {
  const of = fault === wanted ? markOf(mark) : undefined
  return of ? [of] : []
}

/** As `server/publishing/mark.ts` writes it. */
function markOf(mark = ''): Mark | undefined {
  const [, workspace_id, delivery_id, step = '', send] =
    /^(\d+)\/(\d+)\/([^/]+)\/(\d+)$/.exec(mark) ?? []
  if (send === undefined) return undefined
  return {
    workspace_id: Number(workspace_id),
    delivery_id: Number(delivery_id),
    step,
    send: Number(send),
  }
}

/** Emulators name an account by its id, the last part of it, or its handle. */
export function namesOf({ platform_account_id, username }: DeliveryRow) {
  return [platform_account_id, /[^:]*$/.exec(platform_account_id)?.[0] ?? '', username]
}

async function read(db: Stage['deps']['db']) {
  const deliveries = await sql<DeliveryRow>`
    select d.workspace_id, d.id, d.post_id, d.account_id, d.platform, a.platform_account_id, a.username, d.status, d.due_at,
      d.platform_post_id, d.error_code, d.blocked_reason, d.warnings, d.attempt, d.generation,
      d.watch_at is not null and d.platform_post_id is null as watched,
      jsonb_path_exists(d.steps, '$.*.looks ? (@ > 0)') or d.blocked_reason is not distinct from 'outcome_unknown' as lost,
      coalesce(d.steps->'post'->>'proof', d.steps->'comment'->>'proof') as proof,
      jsonb_path_exists(d.steps, '$.*.sends[1]') as resent, d.steps,
      d.steps->'comment'->'result' is not null as commented
    from deliveries d join accounts a on a.workspace_id = d.workspace_id and a.id = d.account_id order by d.id`.execute(
    db,
  )
  const posts = await sql<PostRow>`
    select workspace_id, id, content, created_by, status, deleted_at, published_at, error_message
    from posts order by id`.execute(db)
  const attempts = await sql<AttemptRow>`
    select workspace_id, delivery_id, number, worker, started_at, finished_at, step, outcome, code, words
    from attempts order by workspace_id, delivery_id, number`.execute(db)
  const removals = await sql<RemovalRow>`
    select workspace_id, id, delivery_id, generation, state, error_code, error_message from removals order by id`.execute(
    db,
  )
  const edits = await sql<EditRow>`
    select workspace_id, id, delivery_id, generation, state, error_code, error_message, revision, content
    from edits order by id`.execute(db)
  return {
    deliveries: deliveries.rows,
    posts: posts.rows,
    attempts: attempts.rows,
    removals: removals.rows,
    edits: edits.rows,
  }
}
