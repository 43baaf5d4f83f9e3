import { type Kysely, sql } from 'kysely'

/** What a member is writing and nobody else sees: the dashboard keeps it here beside the browser's own store. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table compositions (
      workspace_id bigint not null,
      person_id bigint not null,
      -- Made by the page that began it.
      uuid uuid not null,
      -- Counts what was written; whoever writes names the one that was read.
      rev integer not null,
      -- The first words, for lists.
      title text not null,
      -- The post that is being changed; no key, for it may go meanwhile.
      post_id bigint,
      -- As the dashboard writes it; the service does not look inside.
      body jsonb not null,
      updated_at timestamptz not null,
      primary key (workspace_id, person_id, uuid),
      foreign key (workspace_id, person_id) references members on delete cascade
    );
    create index compositions_by_age on compositions (updated_at);
  `.execute(db)
}
