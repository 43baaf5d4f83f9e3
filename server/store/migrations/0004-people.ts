import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`
    create table persons (
      id bigint generated always as identity primary key,
      name text not null,
      -- In lower case.
      email text not null unique,
      email_confirmed_at timestamptz,
      password_hash text not null,
      created_at timestamptz not null
    );

    create table sessions (
      id bigint generated always as identity primary key,
      person_id bigint not null references persons on delete cascade,
      token_hash bytea not null unique,
      address text not null,
      agent text not null,
      created_at timestamptz not null,
      last_used_at timestamptz not null
    );
    create index sessions_of_person on sessions (person_id);

    create table members (
      workspace_id bigint not null references workspaces,
      person_id bigint not null references persons on delete cascade,
      role text not null check (role in ('owner', 'editor', 'viewer')),
      joined_at timestamptz not null,
      primary key (workspace_id, person_id)
    );
    create index members_by_person on members (person_id);

    create table invitations (
      workspace_id bigint not null references workspaces,
      id bigint generated always as identity unique,
      email text not null,
      role text not null check (role in ('owner', 'editor', 'viewer')),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (workspace_id, id),
      unique (workspace_id, email)
    );

    -- What the links in mails stand for. A link that was used is deleted.
    create table mail_links (
      token_hash bytea primary key,
      kind text not null check (kind in ('sign_up', 'reset', 'email', 'invitation')),
      email text not null,
      person_id bigint references persons on delete cascade,
      workspace_id bigint,
      invitation_id bigint,
      -- Of a sign-up that waits for its confirmation: name, password hash, workspace.
      about jsonb,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      foreign key (workspace_id, invitation_id) references invitations on delete cascade
    );
    create index mail_links_of_person on mail_links (person_id);
    create index mail_links_of_invitation on mail_links (workspace_id, invitation_id);
    create index mail_links_by_email on mail_links (email, kind);

    -- Mails on their way. What was sent is deleted; a link gets its token only when its mail is written.
    create table mails (
      id bigint generated always as identity primary key,
      kind text not null,
      email text not null,
      about jsonb not null,
      tries integer not null default 0,
      created_at timestamptz not null,
      due_at timestamptz not null
    );
    create index mails_due on mails (due_at);

    create function tell_mail() returns trigger language plpgsql as $$
    begin
      perform pg_notify('mail', '');
      return null;
    end $$;
    create trigger mails_tell after insert on mails for each statement execute function tell_mail();

    -- When somebody tried a secret lately, for each address and each account.
    create table attempts_at_secrets (
      bucket text primary key,
      hits timestamptz[] not null
    );
  `.execute(db)
}
