/** How many files there are of each kind that a library is looked through by. */
import { sql } from 'kysely'
import { unused, withoutAlt } from './library.ts'
import type { Scope } from './schema.ts'

const FOLDERS = 1000
const TAGS = 200
/** Fifty years. */
const MONTHS = 600

export async function countLibrary({ db, workspace_id }: Scope) {
  const { rows } = await sql<Record<'total' | 'unused' | 'without_alt' | 'deleted', number>>`
    select
      (select count(*) from media where workspace_id = ${workspace_id} and deleted_at is null)::int as total,
      (select count(*) from media where workspace_id = ${workspace_id} and deleted_at is null and ${unused(workspace_id)})::int as unused,
      (select count(*) from media where workspace_id = ${workspace_id} and deleted_at is null and ${withoutAlt})::int as without_alt,
      (select count(*) from media where workspace_id = ${workspace_id} and deleted_at is not null and purged_at is null)::int as deleted
  `.execute(db)
  return rows[0] ?? { total: 0, unused: 0, without_alt: 0, deleted: 0 }
}

export async function listFolders({ db, workspace_id }: Scope) {
  const { rows } = await sql<{ folder: string; count: number }>`
    select folder, count(*)::int as count from media
    where workspace_id = ${workspace_id} and deleted_at is null and folder is not null
    group by folder order by folder limit ${FOLDERS}`.execute(db)
  return rows
}

export async function listTags({ db, workspace_id }: Scope) {
  const { rows } = await sql<{ tag: string; count: number }>`
    select tag, count(*)::int as count from media, unnest(tags) as tag
    where workspace_id = ${workspace_id} and deleted_at is null
    group by tag order by count desc, tag limit ${TAGS}`.execute(db)
  return rows
}

export async function listMonths({ db, workspace_id }: Scope) {
  const { rows } = await sql<{ month: string; count: number }>`
    select to_char(date_trunc('month', media.created_at at time zone w.timezone), 'YYYY-MM') as month, count(*)::int as count
    from media join workspaces w on w.id = media.workspace_id
    where media.workspace_id = ${workspace_id} and media.deleted_at is null
    group by 1 order by 1 desc limit ${MONTHS}`.execute(db)
  return rows
}
