/** What may keep posts from going out: looked for by the database, see migrations/0062-risks.ts. */
import { sql } from 'kysely'
import type { RiskFacts } from '#rules/risk.ts'
import { reaches } from './posts.ts'
import type { Db, Scope } from './schema.ts'

/** Of posts that this transaction has written. */
export async function assessPosts(
  { db, workspace_id }: Scope,
  post_ids: readonly number[],
  facts: RiskFacts,
  now: Date,
) {
  if (!post_ids.length) return
  await sql`select assess_risks(${workspace_id}, ${[...post_ids]}::bigint[], null, ${now}, 'infinity', ${JSON.stringify(facts)})`.execute(
    db,
  )
}

/** Over all workspaces: of what is due before `until`. What is settled or deleted is forgotten. */
export async function assessDue(
  db: Db,
  facts: RiskFacts,
  { now, until }: { now: Date; until: Date },
) {
  await sql`select assess_risks(null, null, null, ${now}, ${until}, ${JSON.stringify(facts)})`.execute(
    db,
  )
  await sql`
    delete from risks r where not exists (
      select from deliveries d join posts p on p.workspace_id = d.workspace_id and p.id = d.post_id
      where d.workspace_id = r.workspace_id and d.post_id = r.post_id and d.status in ('pending', 'publishing') and p.deleted_at is null)`.execute(
    db,
  )
}

export async function countAtRisk(scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from posts
    where workspace_id = ${scope.workspace_id} and ${reaches(scope)}
      and id in (select post_id from standing_risks where workspace_id = ${scope.workspace_id})`.execute(
    scope.db,
  )
  return rows[0]?.count ?? 0
}
