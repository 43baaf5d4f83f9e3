import { type Kysely, sql } from 'kysely'

/**
 * SECRET_KEY can be changed. Processes of an older version go on beside it: values name their key only once it is changed,
 * which waits until none of theirs is left. See docs/decisions/0190.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table instance
      add old_sealed_word bytea,
      add dropped_key text,
      add client_keys bytea;

    -- Sealed anew is not changed.
    drop trigger events_changed on webhooks;
    create trigger events_changed after update on webhooks for each row
      when ((old.url, old.description, old.types, old.account_ids) is distinct from
          (new.url, new.description, new.types, new.account_ids)
        or old.secret is distinct from new.secret and current_setting('crier.resealing', true) is distinct from 'on'
        or old.disabled_at is not null and new.disabled_at is null)
      execute function event_of_webhook_by_whom();
  `.execute(db)
}
