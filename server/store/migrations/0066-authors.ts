import { type Kysely, sql } from 'kysely'

/** Members who write, and whose posts wait until somebody else approves them. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table members drop constraint members_role_check,
      add constraint members_role_check check (role in ('owner', 'editor', 'author', 'viewer'));
    alter table invitations drop constraint invitations_role_check,
      add constraint invitations_role_check check (role in ('owner', 'editor', 'author', 'viewer'));
  `.execute(db)
}
