import { type Kysely, sql } from 'kysely'

/** An instance that answers nobody: its database is being moved, was moved, or it was retired. See docs/decisions/0163. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table instance
      add closed_as text check (closed_as in ('moving', 'moved', 'retired')),
      add closed_at timestamptz,
      -- Without a password; told to whoever starts it.
      add moved_to text,
      add check ((closed_as is null) = (closed_at is null));
  `.execute(db)
}
