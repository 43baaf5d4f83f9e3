import { type Kysely, sql } from 'kysely'

/**
 * What undoes a trip: the statement that finds that it must not go on calls it (store/trip.ts). And posts charged in months
 * without a limit, in parts, so that callers who charge at once do not wait for each other's commits; a part may be
 * negative, for a refund takes from any.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create function refuse(reason text) returns void language plpgsql volatile as $$
    begin
      raise exception 'refused: %', reason using errcode = 'CR001';
    end $$;

    create table usage_parts (
      workspace_id bigint not null references workspaces,
      month text not null,
      part smallint not null,
      used integer not null,
      primary key (workspace_id, month, part)
    ) with (fillfactor = 50);
  `.execute(db)
}
