/** What notices are made of beside events. */
import { sql } from 'kysely'
import { calledOf } from '#rules/called.ts'
import { nameInMail } from '#rules/mail.ts'
import type { Named } from '#rules/notice.ts'
import type { Db, Scope } from './schema.ts'

/** Characters of a post's text, of which its first words are told. */
const CONTENT = 300

/** As people know them on the platform. */
export async function knownAccounts({ db, workspace_id }: Scope, ids: readonly number[]) {
  if (!ids.length) return []
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'platform', 'username', 'name'])
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', [...ids])
    .execute()
  return rows.map((row) => ({ id: row.id, platform: row.platform, name: nameOf(row) }))
}

/** A handle that is an address as well is left out of mails: its account then goes by its name. */
function nameOf(account: { username: string; name: string }) {
  const called = calledOf(account)
  const other = nameInMail(called) === undefined ? nameInMail(account.name) : undefined
  return other || called
}

/** Posts as notices name them; none that was deleted. */
export async function postsInShort(
  { db, workspace_id }: Scope,
  ids: readonly number[],
): Promise<Map<number, Named>> {
  if (!ids.length) return new Map()
  const rows = await db
    .selectFrom('posts')
    .select((is) => [
      'id',
      is.fn<string>('left', ['content', is.val(CONTENT)]).as('content'),
      is.fn.coalesce('published_at', 'scheduled_at').as('at'),
    ])
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Of all workspaces: live keys that end between these times. */
export async function endingKeys(db: Db, { now, until }: { now: Date; until: Date }) {
  const { rows } = await sql<{
    workspace_id: number
    id: number
    name: string
    expires_at: string
  }>`
    select workspace_id, id, name, leash ->> 'expires_at' as expires_at from keys
    where revoked_at is null and leash ->> 'expires_at' is not null
      and (leash ->> 'expires_at')::timestamptz > ${now} and (leash ->> 'expires_at')::timestamptz <= ${until}`.execute(
    db,
  )
  return rows
}

/** Of all workspaces: those that used this share of the month, by their plans. */
export async function fullMonths(
  db: Db,
  {
    month,
    limits,
    share,
  }: { month: string; limits: readonly { plan: string; limit: number }[]; share: number },
) {
  const { rows } = await sql<{ workspace_id: number; used: number; limit: number }>`
    select w.id as workspace_id, u.used, l."limit" from workspaces w
    join (
      select workspace_id, sum(used)::int as used from (
        select workspace_id, used from usage where month = ${month}
        union all select workspace_id, used from usage_parts where month = ${month}) as charged
      group by workspace_id) as u on u.workspace_id = w.id
    join jsonb_to_recordset(${JSON.stringify(limits)}::jsonb) as l(plan text, "limit" int) on l.plan = w.plan
    where u.used * 100 >= l."limit" * ${share}::int`.execute(db)
  return rows
}
