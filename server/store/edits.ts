/** What somebody wants changed where it is out: asked for, and how it came out. */
import { sql } from 'kysely'
import type { Change, EditState } from '#rules/edit.ts'
import type { Progress } from '#rules/progress.ts'
import { columnsOf, type ErrandEnd, type ErrandLease } from './errands.ts'
import type { Db, Scope } from './schema.ts'

export interface AskedEdit extends Change {
  delivery_id: number
}

/** Asks for these, each as the next revision of the publishing that it is now. Call it with the deliveries locked. */
export async function askEdits(
  { db, workspace_id }: Scope,
  asked: readonly AskedEdit[],
  asked_by: string,
  now: Date,
) {
  await sql`
    insert into edits (workspace_id, delivery_id, generation, post_id, account_id, platform, sandbox, asked_by, asked_at, wanted_at,
      state, due_at, content, options, revision)
    select d.workspace_id, d.id, d.generation, d.post_id, d.account_id, d.platform, d.sandbox, ${asked_by}, ${now}, ${now},
      'pending', ${now}, l.content, l.options,
      1 + coalesce((
        select max(e.revision) from edits e
        where e.workspace_id = d.workspace_id and e.delivery_id = d.id and e.generation = d.generation), 1)
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as l(delivery_id bigint, content text, options jsonb)
    join deliveries d on d.workspace_id = ${workspace_id} and d.id = l.delivery_id
    order by d.id`.execute(db)
}

export interface ToldEdit extends Change {
  delivery_id: number
  state: EditState
}

/** What is out of the post, as far as it may be changed: each delivery with its last edit, if it has any. */
export async function listPublished({ db, workspace_id }: Scope, post_id: number) {
  const { rows } = await sql<{
    id: number
    account_id: number
    platform: string
    platform_post_id: string | null
    platform_url: string | null
    going: boolean
    last: Omit<ToldEdit, 'delivery_id'> | null
  }>`
    select d.id, d.account_id, d.platform, d.platform_post_id, d.platform_url,
      d.gone_at is not null or exists (
        select from removals r
        where r.workspace_id = d.workspace_id and r.delivery_id = d.id and r.generation = d.generation
          and r.state in ('pending', 'removing', 'removed')) as going,
      (select json_build_object('state', e.state, 'content', e.content, 'options', e.options) from edits e
        where e.workspace_id = d.workspace_id and e.delivery_id = d.id and e.generation = d.generation
        order by e.revision desc limit 1) as last
    from deliveries d
    where d.workspace_id = ${workspace_id} and d.post_id = ${post_id} and d.status = 'published'
    order by d.position`.execute(db)
  return rows
}
export type Published = Awaited<ReturnType<typeof listPublished>>[number]

export type EditEnd = ErrandEnd | { state: 'edited' }

/** Writes how it came out, and what is out from then on. False: somebody else has it. */
export async function endEdit(
  db: Db,
  { workspace_id, id, lease_token }: ErrandLease,
  end: EditEnd,
  steps: Progress,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('edits as e')
      .set({
        ...(end.state === 'edited'
          ? {
              ...done,
              finished_at: now,
              out_content: outOf('content'),
              out_options: outOf('options'),
            }
          : columnsOf(end, now)),
        steps: JSON.stringify(steps),
        lease_until: null,
        state: end.state,
      })
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', id)
      .where('lease_token', '=', lease_token)
      .where('state', '=', 'editing')
      .returning('post_id')
      .executeTakeFirst()
    if (!row) return false
    await sql`select pg_notify('settled', ${String(row.post_id)}::text)`.execute(tx)
    return true
  })
}

const done = { due_at: null, error_code: null, error_message: null }

const before = (column: string) => sql`(
  select p.${sql.ref(column)} from edits p
  where p.workspace_id = e.workspace_id and p.delivery_id = e.delivery_id and p.generation = e.generation and p.state = 'edited'
  order by p.revision desc limit 1)`

/** On top of what was out before. */
function outOf(what: 'content' | 'options') {
  return what === 'content'
    ? sql<string>`coalesce(e.content, ${before('out_content')})`
    : sql<string>`coalesce(${before('out_options')}, '{}') || e.options`
}
