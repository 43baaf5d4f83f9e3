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

/** Many files have the same few tags: they are counted together before they are taken apart, in a third of the time. */
export async function listTags({ db, workspace_id }: Scope) {
  const { rows } = await sql<{ tag: string; count: number }>`
    select tag, sum(files)::int as count
    from (
      select tags, count(*) as files from media
      where workspace_id = ${workspace_id} and deleted_at is null and tags <> '{}' group by tags
    ) together, unnest(tags) as tag
    group by tag order by count desc, tag limit ${TAGS}`.execute(db)
  return rows
}

/** Month by month along the index of what came when: to ask of each file which month it is took ten times as long. */
export async function listMonths({ db, workspace_id }: Scope) {
  const files = sql`from media where media.workspace_id = ${workspace_id} and media.deleted_at is null`
  const { rows } = await sql<{ month: string; count: number }>`
    select to_char(month, 'YYYY-MM') as month, files::int as count
    from (select timezone from workspaces where id = ${workspace_id}) w,
      lateral (select date_trunc('month', min(created_at) at time zone timezone) as first, max(created_at) at time zone timezone as last ${files}) ends,
      lateral generate_series(greatest(first, date_trunc('month', last) - ${MONTHS} * interval '1 month'), last, interval '1 month') as month,
      lateral (select count(*) as files ${files}
        and created_at >= month at time zone timezone and created_at < (month + interval '1 month') at time zone timezone) there
    where files > 0 order by month desc limit ${MONTHS}`.execute(db)
  return rows
}
