import { type Kysely, sql } from 'kysely'

/**
 * What waits in drafts is a total like the others: walking the drafts of a workspace took half a second where there are 250,000.
 * Nothing in a draft is ever under way, so that whoever claims or settles pays for none of it. See docs/decisions/0124.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- What is written meanwhile would be told of by neither the functions of before nor by the count below.
    lock table posts, deliveries in share row exclusive mode;

    create or replace function change_totals_of_post() returns trigger language plpgsql as $$
    declare
      was_draft boolean;
      is_draft boolean;
    begin
      if tg_op = 'INSERT' then
        insert into total_changes values (new.workspace_id, total_of(new.status, new.deleted_at), 1);
        return null;
      end if;
      if old.status = new.status and (old.deleted_at is null) = (new.deleted_at is null) then return null; end if;
      insert into total_changes values
        (new.workspace_id, total_of(old.status, old.deleted_at), -1),
        (new.workspace_id, total_of(new.status, new.deleted_at), 1);
      if (old.deleted_at is null) <> (new.deleted_at is null) then
        insert into total_changes
        select new.workspace_id, total_of_delivery(d.status), case when new.deleted_at is null then 1 else -1 end * count(*)
        from deliveries d where d.workspace_id = new.workspace_id and d.post_id = new.id
        group by 2;
      end if;
      was_draft := old.status = 'draft' and old.deleted_at is null;
      is_draft := new.status = 'draft' and new.deleted_at is null;
      if was_draft <> is_draft then
        insert into total_changes
        select new.workspace_id, 'pending_in_drafts', case when is_draft then 1 else -1 end * count(*)
        from deliveries d where d.workspace_id = new.workspace_id and d.post_id = new.id and d.status = 'pending'
        having count(*) > 0;
      end if;
      return null;
    end $$;

    -- What is in a draft has no time at which it is due. Its post is found by its key: how many rows were changed the planner does not know.
    create or replace function change_totals_of_deliveries() returns trigger language plpgsql as $$
    begin
      insert into total_changes
      select workspace_id, what, case when tg_op = 'INSERT' then 1 else -1 end * count(*)
      from (
        select workspace_id, total_of_delivery(status) as what from changed
        union all
        select workspace_id, 'pending_in_drafts' from changed
        where status = 'pending' and due_at is null and (
          select p.status = 'draft' and p.deleted_at is null
          from posts p where p.workspace_id = changed.workspace_id and p.id = changed.post_id)
      ) each group by 1, 2;
      return null;
    end $$;

    create or replace function change_totals_of_delivery() returns trigger language plpgsql as $$
    begin
      if 'publishing' not in (old.status, new.status) and (old.status = 'pending') <> (new.status = 'pending') then
        insert into total_changes
        select new.workspace_id, 'pending_in_drafts', case when new.status = 'pending' then 1 else -1 end
        from (select p.status, p.deleted_at from posts p
          where p.workspace_id = new.workspace_id and p.id = new.post_id offset 0) post
        where post.status = 'draft' and post.deleted_at is null;
      end if;
      if total_of_delivery(old.status) = total_of_delivery(new.status) then return null; end if;
      insert into total_changes
      select new.workspace_id, each.what, each.change
      -- By its key alone, as above.
      from (select p.deleted_at from posts p where p.workspace_id = new.workspace_id and p.id = new.post_id offset 0) post,
        (values (total_of_delivery(old.status), -1), (total_of_delivery(new.status), 1)) as each(what, change)
      where post.deleted_at is null;
      return null;
    end $$;

    create or replace view counted_totals as
      select workspace_id, total_of(status, deleted_at) as what, count(*) as count from posts group by 1, 2
      union all
      select d.workspace_id, total_of_delivery(d.status), count(*)
      from deliveries d join posts p on p.workspace_id = d.workspace_id and p.id = d.post_id
      where p.deleted_at is null
      group by 1, 2
      union all
      select d.workspace_id, 'pending_in_drafts', count(*)
      from deliveries d join posts p on p.workspace_id = d.workspace_id and p.id = d.post_id
      where p.deleted_at is null and p.status = 'draft' and d.status = 'pending'
      group by 1;
    insert into totals (workspace_id, what, count)
    select workspace_id, what, count from counted_totals where what = 'pending_in_drafts';
  `.execute(db)
}
