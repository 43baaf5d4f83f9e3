import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`
    create extension if not exists pg_trgm;
    create extension if not exists btree_gin;

    create function media_words(original_name text, alt_text text, tags text[]) returns text
      immutable parallel safe language sql
      return lower(E'\\n' || original_name || E'\\n' || coalesce(alt_text, '') || E'\\n' || array_to_string(tags, E'\\n'));

    create table media (
      workspace_id bigint not null references workspaces,
      id bigint generated always as identity,
      original_name text not null,
      mime_type text not null,
      size_bytes bigint not null,
      blob_key text not null,
      thumbnail_key text,
      width integer,
      height integer,
      duration double precision,
      video_codec text,
      audio_codec text,
      frame_rate double precision,
      pages integer,
      animated boolean not null default false,
      sha256 text,
      folder text,
      tags text[] not null default '{}',
      alt_text text,
      words text not null generated always as (media_words(original_name, alt_text, tags)) stored,
      created_at timestamptz not null,
      deleted_at timestamptz,
      purged_at timestamptz,
      primary key (workspace_id, id)
    );
    create index media_listed on media (workspace_id, created_at desc, id desc) where deleted_at is null;
    create index media_by_folder on media (workspace_id, folder, created_at desc, id desc) where deleted_at is null;
    create index media_by_words on media using gin (workspace_id, words gin_trgm_ops) where deleted_at is null;
    create index media_by_tag on media using gin (workspace_id, tags) where deleted_at is null;
    create index media_by_content on media (workspace_id, sha256) where purged_at is null;
    create index media_by_key on media (blob_key);
    create index media_by_thumbnail on media (thumbnail_key);
    create index media_deleted on media (deleted_at) where deleted_at is not null and purged_at is null;

    create table uploads (
      workspace_id bigint not null references workspaces,
      id uuid not null,
      filename text not null,
      mime_type text not null,
      size_bytes bigint not null,
      chunk_size integer not null,
      sha256 text,
      folder text,
      tags text[] not null default '{}',
      alt_text text,
      blob_key text not null,
      store_id text not null,
      parts jsonb not null default '[]',
      received_bytes bigint not null default 0,
      writer uuid,
      writing_until timestamptz,
      media_id bigint,
      refusal jsonb,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (workspace_id, id),
      check (received_bytes between 0 and size_bytes)
    );
    create index uploads_by_age on uploads (expires_at);

    create table loose_blobs (
      workspace_id bigint not null references workspaces,
      blob_key text not null,
      remove_at timestamptz not null,
      primary key (workspace_id, blob_key)
    );
    create index loose_blobs_by_age on loose_blobs (remove_at);

    create table post_media (
      workspace_id bigint not null,
      post_id bigint not null,
      position integer not null,
      media_id bigint not null,
      primary key (workspace_id, post_id, position),
      foreign key (workspace_id, post_id) references posts,
      foreign key (workspace_id, media_id) references media
    );
    create index post_media_by_media on post_media (workspace_id, media_id);
  `.execute(db)
}
