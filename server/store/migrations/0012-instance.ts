import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`
    create table instance (
      one boolean primary key default true check (one),
      home text,
      sealed_word bytea,
      version text,
      held_at timestamptz
    );
    insert into instance default values;
  `.execute(db)
}
