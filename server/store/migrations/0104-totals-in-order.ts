import { type Kysely, sql } from 'kysely'

/**
 * What accounts of a post have is added up in the order of the index, which has the post in its key now and not beside it. See
 * docs/decisions/0231. Whoever writes numbers waits while it is made anew, some seconds for a million of them.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    drop index delivery_totals_by_publication;
    create index delivery_totals_by_publication on delivery_totals (workspace_id, published_at, post_id)
      include (account_id, reach, impressions, likes, comments, shares, engagements);
  `.execute(db)
}
