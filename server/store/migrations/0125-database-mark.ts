import { type Kysely, sql } from 'kysely'

/**
 * Tells a database that was restored from a dump, or made with this one as its template, from the one that it was: which server,
 * which database, which table and which transaction it was written in. No migration may make this table anew. See
 * docs/decisions/0253.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table database_mark (
      one boolean primary key default true check (one),
      server text not null,
      database text not null,
      relation text not null,
      written_by text not null
    )`.execute(db)
}
