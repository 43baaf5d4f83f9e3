import { type Kysely, sql } from 'kysely'

/** Events of what was silent: who made, changed and deleted a webhook, and that a channel of a post is tried again. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create function event_of_webhook_by_whom() returns trigger language plpgsql as $$
    declare
      hook webhooks := coalesce(new, old);
      kind text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end;
    begin
      insert into fresh_events (workspace_id, type, actor, data)
      values (hook.workspace_id, 'audit.webhook_' || kind, event_actor(),
        -- An address may hold a secret behind its host.
        jsonb_build_object('webhook_id', hook.id::text, 'host', substring(hook.url from '^[a-zA-Z]+://(?:[^/?#@]*@)?([^/?#]+)')));
      return null;
    end $$;
    create trigger events_made after insert on webhooks for each row execute function event_of_webhook_by_whom();
    -- Not where it stands, nor how its calls fare.
    create trigger events_changed after update on webhooks for each row
      when ((old.url, old.description, old.types, old.account_ids, old.secret) is distinct from
          (new.url, new.description, new.types, new.account_ids, new.secret)
        or old.disabled_at is not null and new.disabled_at is null)
      execute function event_of_webhook_by_whom();
    create trigger events_removed after delete on webhooks for each row execute function event_of_webhook_by_whom();

    create function event_of_retry() returns trigger language plpgsql as $$
    begin
      insert into fresh_events (workspace_id, type, post_id, delivery_id, account_id, actor, data)
      values (new.workspace_id, 'delivery.retried', new.post_id, new.id, new.account_id, event_actor(),
        jsonb_build_object('platform', new.platform, 'attempt', new.attempt));
      return null;
    end $$;
    create trigger events_retried after update on deliveries for each row
      when (old.status in ('failed', 'blocked') and new.status in ('pending', 'publishing'))
      execute function event_of_retry();
  `.execute(db)
}
