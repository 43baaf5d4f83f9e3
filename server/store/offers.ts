/** What a platform offered to connect, for the minutes in which a person chooses. */
import type { Db } from './schema.ts'

export interface StoredOffer {
  workspace_id: number
  /** Whose browser it is for; null: whoever has the token. */
  person_id: number | null
  platform: string
  sandbox: boolean
  /** Sealed: there are tokens in it. */
  accounts: Buffer
}

export async function insertOffer(
  db: Db,
  offer: StoredOffer & { token_hash: Buffer; expires_at: Date },
) {
  await db.insertInto('offers').values(offer).execute()
}

/** Whoever asks has the token; the workspace and the person are theirs to compare. */
export async function findOffer(db: Db, token_hash: Buffer, now: Date) {
  return db
    .selectFrom('offers')
    .select(['workspace_id', 'person_id', 'platform', 'sandbox', 'accounts', 'expires_at'])
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
}

export async function deleteOffer(db: Db, token_hash: Buffer) {
  await db.deleteFrom('offers').where('token_hash', '=', token_hash).execute()
}

export async function pruneOffers(db: Db, now: Date) {
  await db.deleteFrom('offers').where('expires_at', '<', now.toISOString()).execute()
}
