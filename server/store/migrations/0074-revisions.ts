import { type Kysely, sql } from 'kysely'

/** How a post read after each change. One that was never changed has none: the post itself is its only one. See docs/decisions/0157. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table post_revisions (
      workspace_id bigint not null,
      post_id bigint not null,
      -- From 1, as it was written first.
      number integer not null,
      at timestamptz not null,
      -- The credential; null: of before that was kept.
      by text,
      -- What differs from the one before.
      changed text[] not null,
      body jsonb not null,
      primary key (workspace_id, post_id, number),
      foreign key (workspace_id, post_id) references posts (workspace_id, id) on delete cascade
    );
  `.execute(db)
}
