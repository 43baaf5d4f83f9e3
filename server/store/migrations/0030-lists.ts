import { type Kysely, sql } from 'kysely'

/** What lists of posts are filtered and ordered by. See docs/decisions/0108. */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- Words of a text, in any script: those of scripts without spaces letter by letter, and those of addresses each by itself.
    create function post_words(content text) returns tsvector language sql immutable parallel safe as $$
      select to_tsvector('pg_catalog.simple', regexp_replace(
        translate(content, '/.:?=&#@_%+~-', repeat(' ', 13)), '([\u3040-\u30ff\u3400-\u9fff])', ' \\1 ', 'g'))
    $$;
    create index posts_by_search on posts using gin (workspace_id, post_words(content)) with (gin_pending_list_limit = 256);
    create index posts_by_label on posts using gin (workspace_id, labels) where labels <> '{}';

    drop index posts_by_time;
    create index posts_by_schedule on posts (workspace_id, coalesce(scheduled_at, 'infinity'), id) where deleted_at is null;
    drop index posts_by_publication;
    create index posts_by_publication on posts (workspace_id, published_at, id) where published_at is not null;
    create index posts_deleted on posts (workspace_id, created_at, id) where deleted_at is not null;
    create index posts_by_change on posts (workspace_id, updated_at, id);
    create index posts_by_author on posts (workspace_id, created_by, created_at, id);
    create index posts_by_surface on posts (workspace_id, created_via, created_at, id);
    create index deliveries_of_account on deliveries (workspace_id, account_id, post_id);
  `.execute(db)
}
