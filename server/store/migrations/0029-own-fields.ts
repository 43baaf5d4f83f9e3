import { type Kysely, sql } from 'kysely'

/** What callers keep with their posts: an id of their own, data, labels, a note. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table posts
      add column external_id text,
      -- json and not jsonb: it is given back as it came.
      add column metadata json,
      add column labels text[] not null default '{}',
      add column note text;
    create unique index posts_by_external_id on posts (workspace_id, external_id) where external_id is not null;

    -- They may change when the post is out, where nothing else of it does.
    create function event_of_own_fields() returns trigger language plpgsql as $$
    begin
      insert into fresh_events (workspace_id, type, post_id, actor, data)
      values (new.workspace_id, 'post.updated', new.id, event_actor(),
        jsonb_build_object('status', new.status, 'scheduled_at', iso(new.scheduled_at), 'updated_at', iso(new.updated_at)));
      return null;
    end $$;
    create trigger events_kept after update on posts for each row
      when (new.status in ('published', 'failed') and old.status = new.status and old.updated_at is distinct from new.updated_at
        and (old.external_id, old.metadata::text, old.labels, old.note) is distinct from
          (new.external_id, new.metadata::text, new.labels, new.note))
      execute function event_of_own_fields();
  `.execute(db)
}
