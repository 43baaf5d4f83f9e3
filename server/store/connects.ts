/** The minutes between sending a person to a platform and their return. */
import type { Ticket } from '#rules/connect.ts'
import type { Db, Scope } from './schema.ts'

export async function insertConnect(
  db: Db,
  connect: {
    state_hash: Buffer
    workspace_id: number
    platform: string
    sandbox: boolean
    keep: Buffer
    person_id: number | null
    ticket: Ticket | null
    browser_hash: Buffer | null
    expires_at: Date
  },
) {
  const ticket = connect.ticket && JSON.stringify(connect.ticket)
  await db
    .insertInto('connects')
    .values({ ...connect, ticket })
    .execute()
}

/** Used up by reading: a state is good for one return. */
export async function takeConnect(db: Db, state_hash: Buffer, now: Date) {
  const row = await db
    .deleteFrom('connects')
    .where('state_hash', '=', state_hash)
    .returning(['workspace_id', 'platform', 'sandbox', 'keep', 'person_id', 'expires_at'])
    .returning(['ticket', 'browser_hash'])
    .executeTakeFirst()
  return row && new Date(row.expires_at) > now ? row : undefined
}

/** What a person who leaves the workspace had begun there. */
export async function endConnectsOf({ db, workspace_id }: Scope, person_id: number) {
  await db
    .deleteFrom('connects')
    .where('workspace_id', '=', workspace_id)
    .where('person_id', '=', person_id)
    .execute()
}

export async function pruneConnects(db: Db, now: Date) {
  await db.deleteFrom('connects').where('expires_at', '<', now.toISOString()).execute()
}
