import { type Kysely, sql } from 'kysely'

/**
 * How attempts end, many in one trip. Each statement of a function sees what was committed before it began: what is counted
 * behind a lock is counted after whoever had it before. Accounts, then posts, then deliveries are locked, each in the order
 * of their ids, as everywhere. What somebody else has locked is left out and has no answer; `alone` waits for it, and only
 * then is a lost lease told. That a delivery is publishing is asked by its lease, so that its key leads to the row: by its
 * status an index would lead to everything that is under way.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    update deliveries set in_doubt = true
      where status = 'publishing' and not in_doubt and steps @? '$.*.sends[last].ended_at ? (@ != null)';
    create index deliveries_looked_for on deliveries (workspace_id, account_id) where in_doubt;

    create type attempt_ending as (
      place int,
      workspace_id bigint,
      id bigint,
      lease_token bigint,
      attempt int,
      worker text,
      post_id bigint,
      account_id bigint,
      /* The delivery's columns as they become, and instead of these when its account is connected after all. */
      change jsonb,
      connected jsonb,
      /* Still under way, with nothing of the post to be decided. */
      comes_back boolean,
      outcome text,
      step text,
      code text,
      words text,
      request_id text,
      finished_at timestamptz,
      receipts jsonb
    );

    /* Published if at least one delivery was, else failed; untouched while any is under way. */
    create function settle_posts(workspaces bigint[], ids bigint[], at timestamptz) returns void language sql as $$
      update posts set updated_at = at,
        status = case when d.published > 0 then 'published' else 'failed' end,
        published_at = case when d.published > 0 then coalesce(posts.published_at, d.published_at) end,
        error_message = case when d.published > 0 then null else (
          select string_agg(a.username || ' on ' || d.platform || ': ' || d.error_message, ' ' order by d.position)
          from deliveries d join accounts a on a.workspace_id = d.workspace_id and a.id = d.account_id
          where d.workspace_id = posts.workspace_id and d.post_id = posts.id and d.status in ('failed', 'blocked')) end
      from unnest(workspaces, ids) as p(workspace_id, id)
      cross join lateral (
        select count(*) filter (where status in ('pending', 'publishing')) as open,
          min(published_at) filter (where status = 'published') as published_at,
          count(*) filter (where status = 'published') as published
        from deliveries where deliveries.workspace_id = p.workspace_id and deliveries.post_id = p.id) d
      where posts.workspace_id = p.workspace_id and posts.id = p.id and d.open = 0
    $$;

    create function end_attempts(items jsonb, alone boolean) returns table (place int, answer text)
    language plpgsql as $$
    #variable_conflict use_column
    declare
      endings attempt_ending[];
      held int[];
      gone int[];
      settled int[];
      there bigint[];
    begin
      endings := array(select e from jsonb_populate_recordset(null::attempt_ending, items) e);
      if not alone then
        /* Numbers of receipts are the only thing left that anybody could be waited for. */
        perform set_config('lock_timeout', '1s', true);
      end if;

      held := array(select e.place from unnest(endings) e where e.connected is null);
      if cardinality(held) < cardinality(endings) then
        if alone then
          there := array(
            select a.id from accounts a join unnest(endings) e on e.connected is not null and a.workspace_id = e.workspace_id and a.id = e.account_id
            order by a.workspace_id, a.id for share of a);
        else
          there := array(
            select a.id from accounts a
            join (select distinct workspace_id, account_id from unnest(endings) where connected is not null) e on a.workspace_id = e.workspace_id and a.id = e.account_id
            order by a.workspace_id, a.id for share of a skip locked);
        end if;
        held := held || array(
          select e.place from unnest(endings) e where e.connected is not null and (alone or e.account_id = any(there)));
      end if;

      if alone then
        there := array(
          select p.id from posts p
          join unnest(endings) e on p.workspace_id = e.workspace_id and p.id = e.post_id and e.comes_back is not true
          order by p.workspace_id, p.id for no key update of p);
      else
        there := array(
          select p.id from posts p
          join (select distinct workspace_id, post_id from unnest(endings) where place = any(held) and comes_back is not true) e
            on p.workspace_id = e.workspace_id and p.id = e.post_id
          order by p.workspace_id, p.id for no key update of p skip locked);
      end if;
      /* Whoever deleted the post gave up what waited, and must not miss this one. */
      gone := array(
        select e.place from unnest(endings) e
        join posts p on p.workspace_id = e.workspace_id and p.id = e.post_id
        where e.change ->> 'status' = 'pending' and p.deleted_at is not null and p.id = any(there));
      held := array(
        select e.place from unnest(endings) e
        where e.place = any(held) and (e.comes_back is true or e.post_id = any(there)) and e.place <> all(gone));

      if alone then
        held := array(
          select e.place from unnest(endings) e
          join deliveries d on d.workspace_id = e.workspace_id and d.id = e.id
          where e.place = any(held) and d.lease_until is not null and d.lease_token = e.lease_token
          order by d.workspace_id, d.id for no key update of d);
      else
        held := array(
          select e.place from unnest(endings) e
          join deliveries d on d.workspace_id = e.workspace_id and d.id = e.id
          where e.place = any(held) and d.lease_until is not null and d.lease_token = e.lease_token
          order by d.workspace_id, d.id for no key update of d skip locked);
      end if;

      update deliveries d set (status, lease_token, lease_until, due_at, in_doubt, steps, platform_post_id, platform_url,
          error_code, error_message, blocked_reason, warnings, published_at, measure_at, watch_at, watches, candidates)
        = (select c.status, c.lease_token, c.lease_until, c.due_at, c.in_doubt, c.steps, c.platform_post_id, c.platform_url,
          c.error_code, c.error_message, c.blocked_reason, c.warnings, c.published_at, c.measure_at, c.watch_at, c.watches, c.candidates
          from jsonb_populate_record(d, case when e.connected is not null and exists (
            select from accounts a where a.workspace_id = e.workspace_id and a.id = e.account_id
              and a.health not in ('needs_reconnect', 'disabled')) then e.connected else e.change end) c)
      from unnest(endings) e
      where e.place = any(held) and d.workspace_id = e.workspace_id and d.id = e.id
        and d.lease_until is not null and d.lease_token = e.lease_token;

      update attempts a set finished_at = e.finished_at, outcome = e.outcome, step = e.step, code = e.code, words = e.words,
        request_id = e.request_id
      from unnest(endings) e
      where e.place = any(held) and a.workspace_id = e.workspace_id and a.delivery_id = e.id and a.number = e.attempt;

      insert into receipts (platform, sandbox, platform_account_id, id, workspace_id, delivery_id, step, at)
      select a.platform, a.sandbox, a.platform_account_id, r.id, e.workspace_id, e.id, r.step, e.finished_at
      from unnest(endings) e
      cross join lateral jsonb_to_recordset(e.receipts) as r(step text, id text)
      join accounts a on a.workspace_id = e.workspace_id and a.id = e.account_id
      where e.place = any(held)
      order by a.platform, a.sandbox, a.platform_account_id, r.id
      on conflict do nothing;

      perform settle_posts(array_agg(p.workspace_id), array_agg(p.post_id), max(p.at))
      from (
        select e.workspace_id, e.post_id, max(e.finished_at) as at from unnest(endings) e
        where e.place = any(held) and e.comes_back is not true and e.change ->> 'status' <> 'pending'
        group by 1, 2) p
      having count(*) > 0;

      return query
        select e.place, case
          when e.place = any(held) then 'written'
          when e.place = any(gone) then 'deleted'
          /* The connection was lost behind its commit. */
          when exists (select from attempts a
            where a.workspace_id = e.workspace_id and a.delivery_id = e.id and a.number = e.attempt
              and a.worker = e.worker and a.finished_at is not null) then 'written'
          when alone then 'lost' end
        from unnest(endings) e;
    end $$;
  `.execute(db)
}
