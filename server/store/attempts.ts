/** What an attempt reads and saves. Each write carries the lease's token: a lone one without a row back means the lease is lost. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { InDoubt } from '#rules/delivery.ts'
import type { Part } from '#rules/thread.ts'
import type { Wording } from '#rules/utm.ts'
import type { Lease } from './claims.ts'
import type { WorkFile } from './media-schema.ts'
import type { Db } from './schema.ts'

/** Everything about claimed deliveries that publishing needs, read after the claim, when nobody may change it any more. */
export async function readWork(db: Db, leases: readonly Lease[]) {
  if (!leases.length) return []
  const ids = sql`jsonb_to_recordset(${JSON.stringify(leases)}::jsonb) as l(workspace_id bigint, id bigint, lease_token bigint, attempt int, worker text)`
  const { rows } = await sql<Work>`
    select l.workspace_id, l.id, l.lease_token, l.attempt, l.worker, d.post_id, d.account_id, d.platform, d.sandbox, d.steps,
      exists (select from circuits c where c.platform = d.platform and c.sandbox = d.sandbox) as suspected,
      p.content, p.first_comment, d.parts, d.wording, p.platform_options, p.platform_content, p.deleted_at,
      d.restored_from, d.restored_until,
      coalesce(d.wanted_at, p.created_at) as wanted_at,
      coalesce(p.in_doubt, (select w.in_doubt from workspaces w where w.id = d.workspace_id)) as in_doubt,
      (select json_agg(json_build_object('id', m.id, 'mime_type', m.mime_type, 'size_bytes', m.size_bytes,
          'blob_key', m.blob_key, 'width', m.width, 'height', m.height, 'duration', m.duration,
          'alt_text', pm.alt_text, 'animated', m.animated) order by pm.position)
        from post_media pm join media m on m.workspace_id = pm.workspace_id and m.id = pm.media_id
        where pm.workspace_id = d.workspace_id and pm.post_id = d.post_id and (d.parts is not null or not pm.in_thread)) as media
    from ${ids}
    join deliveries d on d.workspace_id = l.workspace_id and d.id = l.id and d.lease_token = l.lease_token
    join posts p on p.workspace_id = d.workspace_id and p.id = d.post_id`.execute(db)
  return rows
}

export interface Work extends Lease {
  /** Who claimed it; null: it is only looked for once more. */
  worker: string | null
  post_id: number
  account_id: number
  platform: string
  sandbox: boolean
  /** Somebody has lately found the platform silent, and nobody has heard of it since. */
  suspected: boolean
  steps: Record<string, unknown>
  content: string
  first_comment: string | null
  platform_options: Record<string, Record<string, unknown>>
  platform_content: { account_id: number; content?: string; options?: Record<string, unknown> }[]
  /** Of a thread: what goes there, the post itself first. */
  parts: Part[] | null
  /** What goes out, where that is not the text as written. */
  wording: Wording | null
  wanted_at: string
  in_doubt: InDoubt
  /** It may be deleted while a channel that failed is tried again. */
  deleted_at: string | null
  /** From when until when another run of the service may have sent it: a backup was restored. */
  restored_from: string | null
  restored_until: string | null
  media: WorkFile[] | null
}

/** How far the steps of a delivery are, as JSON. */
export interface Saving extends Lease {
  steps: string
}

/** Saves many in one trip, each of another delivery; false: somebody has locked it, or the lease is lost. */
export async function saveTogether(db: Db, savings: readonly Saving[]): Promise<boolean[]> {
  const kept = await saveSteps(db, savings, sql`for no key update of d skip locked`)
  return savings.map(({ id }) => kept.has(id))
}

/** Waits for whoever has locked it. False: the lease is lost. */
export async function saveAlone(db: Db, saving: Saving): Promise<boolean> {
  return (await saveSteps(db, [saving], sql`for no key update of d`)).has(saving.id)
}

async function saveSteps(db: Db, savings: readonly Saving[], lock: RawBuilder<unknown>) {
  const rows = savings.map(
    ({ workspace_id, id, lease_token, steps }) =>
      `{"workspace_id":${workspace_id},"id":${id},"lease_token":${lease_token},"steps":${steps}}`,
  )
  // Who has a lease is publishing. Asked for its status, an index would lead to everything that is under way.
  const { rows: kept } = await sql<{ id: number }>`
    with held as (
      select d.workspace_id, d.id, l.lease_token, l.steps
      from jsonb_to_recordset(${`[${rows.join(',')}]`}::jsonb) as l(workspace_id bigint, id bigint, lease_token bigint, steps jsonb)
      join deliveries d on d.workspace_id = l.workspace_id and d.id = l.id and d.lease_token = l.lease_token
      where d.lease_until is not null
      order by d.workspace_id, d.id ${lock})
    update deliveries d set steps = held.steps from held
    where d.workspace_id = held.workspace_id and d.id = held.id and d.lease_token = held.lease_token and d.lease_until is not null
    returning d.id`.execute(db)
  return new Set(kept.map(({ id }) => id))
}

const Numbers = z
  .object({
    platform_post_id: z.string().nullish(),
    comment_id: z.string().nullish(),
    id: z.string().nullish(),
    uri: z.string().nullish(),
  })
  .catch({})

/** Under which the platform knows what a step published; none of what only prepares. */
export function numbersIn(result: unknown): string[] {
  const { platform_post_id, comment_id, id, uri } = Numbers.parse(result ?? {})
  return [platform_post_id, comment_id, id, uri].filter((one) => typeof one === 'string')
}
