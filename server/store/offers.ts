/** What a platform offered to connect, for the minutes in which a person chooses. */
import type { Ticket } from '#rules/connect.ts'
import type { Db, Scope } from './schema.ts'

export interface StoredOffer {
  workspace_id: number
  /** Whose browser it is for; null: whoever has the token. */
  person_id: number | null
  ticket: Ticket | null
  platform: string
  sandbox: boolean
  /** Sealed: there are tokens in it. */
  accounts: Buffer
}

export async function insertOffer(
  db: Db,
  offer: StoredOffer & { token_hash: Buffer; expires_at: Date },
) {
  const ticket = offer.ticket && JSON.stringify(offer.ticket)
  await db
    .insertInto('offers')
    .values({ ...offer, ticket })
    .execute()
}

/** Whoever asks has the token; the workspace and the person are theirs to compare. */
export async function findOffer(db: Db, token_hash: Buffer, now: Date) {
  return db
    .selectFrom('offers')
    .select([
      'workspace_id',
      'person_id',
      'platform',
      'sandbox',
      'accounts',
      'expires_at',
      'ticket',
    ])
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
}

export async function deleteOffer(db: Db, token_hash: Buffer) {
  await db.deleteFrom('offers').where('token_hash', '=', token_hash).execute()
}

/** What a person who leaves the workspace could still have chosen from. */
export async function endOffersOf({ db, workspace_id }: Scope, person_id: number) {
  await db
    .deleteFrom('offers')
    .where('workspace_id', '=', workspace_id)
    .where('person_id', '=', person_id)
    .execute()
}

export async function pruneOffers(db: Db, now: Date) {
  await db.deleteFrom('offers').where('expires_at', '<', now.toISOString()).execute()
}
