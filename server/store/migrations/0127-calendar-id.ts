import { type Kysely, sql } from 'kysely'

/**
 * What numbers of events in calendars end with, whatever the address: the first reader writes it. No row: by chance. A row without
 * it: programs read calendars already, and know the events by the host of today. A table, for backups to have it. See
 * docs/decisions/0255.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table calendar_id (
      one boolean primary key default true check (one),
      id text
    );
    insert into calendar_id (id) select null where exists (select from calendars);
  `.execute(db)
}
