import { type Kysely, sql } from 'kysely'

/** What lists of posts are filtered and ordered by. See docs/decisions/0108. */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- Words of a text, in any script: those of scripts without spaces letter by letter, and those of addresses each by itself.
    -- In plpgsql, which is never written into a statement: what it costs is then known to be much, where a list could be walked.
    create function post_words(content text) returns tsvector language plpgsql immutable parallel safe cost 2000 as $$
    begin
      return to_tsvector('pg_catalog.simple', regexp_replace(
        translate(content, '/.:?=&#@_%+~-', repeat(' ', 13)), '([\u3040-\u30ff\u3400-\u9fff])', ' \\1 ', 'g'));
    end $$;
    -- What is sought is taken apart as the texts were; each word is a beginning. Immutable, so that it is known when a plan is made.
    create function post_query(search text) returns tsquery language sql immutable parallel safe as $$
      select string_agg(quote_literal(lexeme) || ':*', ' & ')::tsquery from unnest(post_words(search))
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
