import { type Kysely, sql } from 'kysely'

/**
 * Workspaces that end: asked for, held, and erased after a while. An older process does not know them; it publishes nothing of
 * theirs, for they are held, and cannot let them go. See docs/decisions/0196.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table workspaces
      add erase_at timestamptz,
      add erase_asked_at timestamptz,
      -- The credential; null: the command line.
      add erase_asked_by text,
      -- There is no way back any more.
      add erasing_at timestamptz,
      add constraint workspaces_ending_are_held check (erase_at is null or held_at is not null),
      add constraint workspaces_erased_were_asked check (
        (erase_at is null) = (erase_asked_at is null) and (erasing_at is null or erase_at is not null));

    create index workspaces_ending on workspaces (erase_at) where erase_at is not null;

    create trigger deletion_told after update on workspaces for each row
      when (new.erase_at is distinct from old.erase_at)
      execute function event_of_setting('deletion');

    -- Whoever was let in before it was asked for, and comes after, gets nothing that would stay.
    create function refuse_in_ending() returns trigger language plpgsql as $$
    declare ends timestamptz;
    begin
      select erase_at into ends from workspaces where id = new.workspace_id for key share;
      if ends is not null then perform refuse('the workspace is being deleted'); end if;
      return new;
    end $$;
  `.execute(db)
  for (const table of DOORS) {
    await sql`
      create trigger ending_refused before insert on ${sql.table(table)}
        for each row execute function refuse_in_ending()`.execute(db)
  }
}

/** What lets somebody in, or tells somebody else. */
const DOORS = [
  'keys',
  'grants',
  'invitations',
  'webhooks',
  'calendars',
  'uploads',
  'connects',
  'offers',
  'accounts',
]
