import { type Kysely, sql } from 'kysely'
import { createIndexes } from './indexes.ts'

/**
 * What accounts of a post have is added up in the order of the index, which has the post in its key now and not beside it. See
 * docs/decisions/0231.
 */
export const indexes = {
  delivery_totals_in_order: `delivery_totals (workspace_id, published_at, post_id)
    include (account_id, reach, impressions, likes, comments, shares, engagements)`,
}

export async function up(db: Kysely<unknown>) {
  await createIndexes(db, indexes)
  await sql`drop index delivery_totals_by_publication`.execute(db)
}
