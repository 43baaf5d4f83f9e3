import { type Kysely, sql } from 'kysely'

/** That a removal failed is told where it is written; one that is asked for again, and fails again, is told again. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create function event_of_failed_removal() returns trigger language plpgsql as $$
    begin
      insert into fresh_events (workspace_id, type, post_id, delivery_id, account_id, actor, data)
      select new.workspace_id, 'delivery.removal_failed', new.post_id, new.delivery_id, new.account_id, event_actor(),
        jsonb_strip_nulls(jsonb_build_object('platform', new.platform, 'attempt', d.attempt,
          'platform_post_id', d.platform_post_id, 'platform_url', d.platform_url, 'error_code', new.error_code))
      from deliveries d where d.workspace_id = new.workspace_id and d.id = new.delivery_id;
      return null;
    end $$;
    create trigger events_failed after update on removals for each row
      when (new.state = 'failed' and old.state <> 'failed')
      execute function event_of_failed_removal();
  `.execute(db)
}
