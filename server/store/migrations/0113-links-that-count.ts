import { type Kysely, sql } from 'kysely'

/**
 * Links of an invitation that is over stay, and lead nowhere: a mailbox holds so many, whoever takes back what they asked for.
 * They go by their workspace, or when they would have run out.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table mail_links drop constraint mail_links_workspace_id_invitation_id_fkey;
    alter table mail_links add foreign key (invitation_id) references invitations (id) on delete set null;
    create index mail_links_by_invitation on mail_links (invitation_id);
  `.execute(db)
}
