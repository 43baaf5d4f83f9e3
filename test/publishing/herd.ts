import { sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** A workspace with accounts that only exist here, and posts that fell due one after another, `age` seconds ago. */
export async function herd(
  engine: Engine,
  {
    posts,
    accounts = 1,
    age = 3600,
    platform = 'x',
  }: { posts: number; accounts?: number; age?: number; platform?: string },
) {
  const { db } = engine
  const id = await engine.workspace()
  const due = new Date(engine.now().getTime() - age * 1000)
  await sql`
    insert into accounts (workspace_id, platform, kind, platform_account_id, name, username, secret, refreshable, sandbox, connected_at)
    select ${id}, ${platform}, 'profile', n::text, 'Name', 'user', '', false, true, ${due} from generate_series(1, ${accounts}::int) n`.execute(
    db,
  )
  await sql`
    with p as (
      insert into posts (workspace_id, content, status, created_via, created_by, created_at, updated_at)
      select ${id}, 'Text', 'scheduled', 'rest', 'key:1', ${due}, ${due} from generate_series(1, ${posts}::int) returning id),
    a as (select id, row_number() over (order by id) as n, count(*) over () as of from accounts where workspace_id = ${id})
    insert into deliveries (workspace_id, post_id, account_id, position, platform, sandbox, wanted_at, due_at)
    select ${id}, p.id, a.id, 0, ${platform}, true, ${due}, ${due}::timestamptz + p.id * interval '1 microsecond'
    from p join a on a.n = 1 + p.id % a.of`.execute(db)
  await sql`analyze`.execute(db)
  return id
}
