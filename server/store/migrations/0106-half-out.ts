import { type Kysely, sql } from 'kysely'

/**
 * Posts of which something is out while something waits: no index tells that, since each is a delivery of its own. Noted where a
 * delivery settles while others wait, and forgotten where the last one settles, under the post's lock. Who is claimed, or goes
 * back to waiting, leaves the note as it is: a post that stands here has something out and something open. See docs/decisions/0220.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table half_out (
      workspace_id bigint not null,
      post_id bigint not null,
      primary key (workspace_id, post_id)
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

    -- As it was, and it notes. Every attempt that settles a delivery comes here, and so does whoever settles one otherwise.
    create or replace function settle_posts(workspaces bigint[], ids bigint[], at timestamptz) returns void language sql as $$
      with counted as (
        select p.workspace_id, p.id, d.*
        from unnest(workspaces, ids) as p(workspace_id, id)
        cross join lateral (
          select count(*) filter (where status in ('pending', 'publishing')) as open,
            count(*) filter (where status = 'pending') as waiting,
            count(*) filter (where status = 'published') as out,
            min(published_at) as published_at,
            count(*) filter (where status = 'published' or published_at is not null) as published
          from deliveries where deliveries.workspace_id = p.workspace_id and deliveries.post_id = p.id) d),
      noted as (
        insert into half_out (workspace_id, post_id)
        select workspace_id, id from counted where waiting > 0 and out > 0
        on conflict do nothing),
      forgotten as (
        delete from half_out h using counted d
        where h.workspace_id = d.workspace_id and h.post_id = d.id and (d.open = 0 or d.out = 0))
      update posts set updated_at = at,
        status = case when d.published > 0 then 'published' else 'failed' end,
        published_at = case when d.published > 0 then coalesce(posts.published_at, d.published_at) end,
        error_message = case when d.published > 0 then null else (
          select string_agg(a.username || ' on ' || d.platform || ': ' || d.error_message, ' ' order by d.position)
          from deliveries d join accounts a on a.workspace_id = d.workspace_id and a.id = d.account_id
          where d.workspace_id = posts.workspace_id and d.post_id = posts.id and d.status in ('failed', 'blocked')) end
      from counted d
      where posts.workspace_id = d.workspace_id and posts.id = d.id and d.open = 0
    $$;

    -- What happens beside attempts that settle: one goes back to waiting, is given up, tried again, or said to be out.
    create function note_half_out() returns trigger language plpgsql as $$
    begin
      -- A claim, or an attempt that settles it, which is noted with its post. Asked here: a trigger's own condition costs more.
      if old.status = new.status or new.status = 'publishing' or (old.status = 'publishing' and new.status <> 'pending') then
        return null;
      end if;
      if exists (select from deliveries d
          where d.workspace_id = new.workspace_id and d.post_id = new.post_id and d.status = 'published')
        and exists (select from deliveries d
          where d.workspace_id = new.workspace_id and d.post_id = new.post_id and d.status = 'pending') then
        insert into half_out values (new.workspace_id, new.post_id) on conflict do nothing;
      else
        delete from half_out where workspace_id = new.workspace_id and post_id = new.post_id;
      end if;
      return null;
    end $$;
    create trigger half_out_noted after update of status on deliveries
      for each row execute function note_half_out();

    -- Who wrote before the trigger stood is waited for by making it; from here on every change is noted.
    insert into half_out (workspace_id, post_id)
    select distinct d.workspace_id, d.post_id from deliveries d where d.status = 'pending' and exists (
      select from deliveries o where o.workspace_id = d.workspace_id and o.post_id = d.post_id and o.status = 'published');
  `.execute(db)
}
