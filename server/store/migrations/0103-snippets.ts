import { type Kysely, sql } from 'kysely'

/** Words that are used again and again, under a name; a template is a whole post without its accounts and files. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table snippets (
      workspace_id bigint not null references workspaces,
      id bigint generated always as identity unique,
      name text not null,
      kind text not null,
      content text not null,
      first_comment text,
      -- Of accounts by their ids: what is disconnected meanwhile stays here, and comes back with its account.
      platform_content jsonb not null,
      platform_options jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (workspace_id, id)
    );
    create unique index snippets_by_name on snippets (workspace_id, lower(name));
    create trigger setting_told after insert or update or delete on snippets
      for each row execute function event_of_setting('snippets');
  `.execute(db)
}
