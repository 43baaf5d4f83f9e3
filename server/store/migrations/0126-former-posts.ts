import { type Kysely, sql } from 'kysely'

/**
 * Posts that had a day of a series, and that the series took back for good: its day is known when somebody restores one. See
 * docs/decisions/0254.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table former_posts (
      workspace_id bigint not null,
      post_id bigint not null,
      series_id bigint not null,
      local_at text not null,
      at timestamptz not null,
      primary key (workspace_id, post_id),
      foreign key (workspace_id, series_id) references series (workspace_id, id),
      foreign key (workspace_id, post_id) references posts (workspace_id, id)
    );
  `.execute(db)
}
