/** Everything that is known in the end: what the store says, and what the platforms received. */
import { sql } from 'kysely'
import type { PlatformName } from './platforms/index.ts'
import type { Received } from './sandbox.ts'
import type { Stage } from './stage.ts'
import { readMarker } from './texts.ts'

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
  looked_up: boolean
  repeated: boolean
  resent: boolean
  commented: boolean
}

export interface PostRow {
  workspace_id: number
  id: number
  content: string
  alt_text: string | null
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

/** One post or comment on a platform. */
export interface Arrival extends Received {
  platform: PlatformName
  marker: string
  comment: boolean
  version: number
}

export interface Evidence {
  deliveries: DeliveryRow[]
  posts: PostRow[]
  /** In order. */
  attempts: AttemptRow[]
  arrivals: Arrival[]
  /** On a platform, but none of ours. */
  strangers: Received[]
}

/** The store is read first: what it has promised by then must be on the platforms. */
export async function gather(stage: Stage): Promise<Evidence> {
  const stored = await stage.patiently(read)
  const seen = await Promise.all(
    stage.platforms.map(async (platform) => {
      const all = await stage.sandbox.received(platform)
      return all.map((received) => ({ platform, received, said: sayingOf(received) }))
    }),
  )
  const flat = seen.flat()
  return {
    ...stored,
    arrivals: flat.flatMap(({ platform, received, said }) =>
      said ? [{ ...received, platform, ...said }] : [],
    ),
    strangers: flat.flatMap(({ received, said }) => (said ? [] : [received])),
  }
}

function sayingOf({ text, media }: Received) {
  return readMarker([text, ...media.map(({ alt_text }) => alt_text ?? '')].join(' '))
}

async function read(db: Stage['deps']['db']) {
  const deliveries = await sql<DeliveryRow>`
    select d.workspace_id, d.id, d.post_id, d.account_id, d.platform, a.platform_account_id, a.username, d.status, d.due_at,
      d.platform_post_id, d.error_code, d.blocked_reason, d.warnings, d.attempt,
      jsonb_path_exists(d.steps, '$.*.looks ? (@ > 0)') as looked_up,
      jsonb_path_exists(d.steps, '$.*.looks ? (@ > 0)') as repeated,
      jsonb_path_exists(d.steps, '$.*.sends[1]') as resent,
      d.steps->'comment'->'result' is not null as commented
    from deliveries d join accounts a on a.workspace_id = d.workspace_id and a.id = d.account_id order by d.id`.execute(
    db,
  )
  const posts = await sql<PostRow>`
    select workspace_id, id, content, status, deleted_at, published_at, error_message,
      (select string_agg(pm.alt_text, ' ') from post_media pm
        where pm.workspace_id = p.workspace_id and pm.post_id = p.id) as alt_text
    from posts p order by id`.execute(db)
  const attempts = await sql<AttemptRow>`
    select workspace_id, delivery_id, number, worker, started_at, finished_at, step, outcome, code, words
    from attempts order by workspace_id, delivery_id, number`.execute(db)
  return { deliveries: deliveries.rows, posts: posts.rows, attempts: attempts.rows }
}
