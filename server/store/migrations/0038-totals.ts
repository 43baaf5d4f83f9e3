import { type Kysely, sql } from 'kysely'

/**
 * Counts of a workspace without counting. Whatever changes a count appends by how much, in its own transaction; what gathered
 * is folded into a row each. Nobody waits for a row that all would share. See docs/decisions/0124.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table totals (
      workspace_id bigint not null,
      -- Posts by status, 'deleted' for those that are, and deliveries of what is not deleted: see total_of().
      what text not null,
      count bigint not null,
      primary key (workspace_id, what)
    ) with (fillfactor = 50);

    -- Written by every change of a post: without index or key, as fresh_events is, and for the same reasons.
    create table total_changes (
      workspace_id bigint not null,
      what text not null,
      change integer not null
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

    create function total_of(status text, deleted_at timestamptz) returns text immutable language sql
      return case when deleted_at is not null then 'deleted' else status end;

    -- What waits and what is under way are one count, so that a claim changes none.
    create function total_of_delivery(status text) returns text immutable language sql
      return 'deliveries.' || case when status in ('pending', 'publishing') then 'open' else status end;

    create function fold_totals(most integer) returns integer language plpgsql as $$
    declare taken integer;
    begin
      if not exists (select from total_changes) then return 0; end if;
      if not pg_try_advisory_xact_lock(hashtext('crier:totals')) then return 0; end if;
      with gone as (
        delete from total_changes
        where ctid = any (array(select ctid from total_changes limit most))
        returning *
      ),
      folded as (
        insert into totals (workspace_id, what, count)
        select workspace_id, what, sum(change) from gone group by workspace_id, what
        on conflict (workspace_id, what) do update set count = totals.count + excluded.count
      )
      select count(*) into taken from gone;
      return taken;
    end $$;

    create function change_totals_of_post() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into total_changes values (new.workspace_id, total_of(new.status, new.deleted_at), 1);
        return null;
      end if;
      insert into total_changes values
        (new.workspace_id, total_of(old.status, old.deleted_at), -1),
        (new.workspace_id, total_of(new.status, new.deleted_at), 1);
      if (old.deleted_at is null) <> (new.deleted_at is null) then
        insert into total_changes
        select new.workspace_id, total_of_delivery(d.status), case when new.deleted_at is null then 1 else -1 end * count(*)
        from deliveries d where d.workspace_id = new.workspace_id and d.post_id = new.id
        group by 2;
      end if;
      return null;
    end $$;

    -- Accounts are chosen for posts that are not deleted only.
    create function change_totals_of_deliveries() returns trigger language plpgsql as $$
    begin
      insert into total_changes
      select workspace_id, total_of_delivery(status), case when tg_op = 'INSERT' then 1 else -1 end * count(*)
      from changed group by 1, 2;
      return null;
    end $$;

    create function change_totals_of_delivery() returns trigger language plpgsql as $$
    begin
      insert into total_changes
      select new.workspace_id, each.what, each.change
      from posts p,
        (values (total_of_delivery(old.status), -1), (total_of_delivery(new.status), 1)) as each(what, change)
      where p.workspace_id = new.workspace_id and p.id = new.post_id and p.deleted_at is null;
      return null;
    end $$;

    create trigger totals_made after insert on posts for each row execute function change_totals_of_post();
    create trigger totals_changed after update on posts for each row
      when (old.status is distinct from new.status or (old.deleted_at is null) <> (new.deleted_at is null))
      execute function change_totals_of_post();
    create trigger totals_made after insert on deliveries referencing new table as changed
      for each statement execute function change_totals_of_deliveries();
    create trigger totals_removed after delete on deliveries referencing old table as changed
      for each statement execute function change_totals_of_deliveries();
    create trigger totals_changed after update on deliveries for each row
      when (total_of_delivery(old.status) <> total_of_delivery(new.status))
      execute function change_totals_of_delivery();

    -- Who wrote before the triggers stood is waited for by making them; from here on every change is told.
    create view counted_totals as
      select workspace_id, total_of(status, deleted_at) as what, count(*) as count from posts group by 1, 2
      union all
      select d.workspace_id, total_of_delivery(d.status), count(*)
      from deliveries d join posts p on p.workspace_id = d.workspace_id and p.id = d.post_id
      where p.deleted_at is null
      group by 1, 2;
    insert into totals (workspace_id, what, count) select workspace_id, what, count from counted_totals;
  `.execute(db)
}
