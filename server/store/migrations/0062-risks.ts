import { type Kysely, sql } from 'kysely'

/**
 * What may keep a post from going out, found where it is written, where an account's health changes and by a chore; see
 * rules/risk.ts. What was found is told once, where it is written down.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table risks (
      workspace_id bigint not null,
      post_id bigint not null,
      -- 0: the whole post.
      account_id bigint not null,
      code text not null,
      since timestamptz not null,
      -- It has passed. The row stays, so that what comes and goes is told once.
      over_at timestamptz,
      primary key (workspace_id, post_id, account_id, code),
      foreign key (workspace_id, post_id) references posts on delete cascade
    );
    create index risks_standing on risks (workspace_id, post_id) where over_at is null;

    -- Of what is still to go out: what is settled, cancelled or deleted meanwhile risks nothing.
    create view standing_risks as
      select r.workspace_id, r.post_id, nullif(r.account_id, 0) as account_id, r.code, r.since
      from risks r join posts p on p.workspace_id = r.workspace_id and p.id = r.post_id
      where r.over_at is null and p.deleted_at is null and exists (
        select from deliveries d
        where d.workspace_id = r.workspace_id and d.post_id = r.post_id and r.account_id in (0, d.account_id) and d.status = 'pending'
          and (d.due_at is not null or p.approval_asked_at is not null and p.approval_declined is null));
  `.execute(db)
  await sql`
    -- Of some posts, of one account, or of all that is due before a time. Who holds a post at this moment is passed over: it
    -- is looked at again where it is written, or by the next round, and nobody waits for another here.
    create function assess_risks(in_workspace bigint, of_posts bigint[], of_account bigint, at_now timestamptz, until timestamptz, facts jsonb)
    returns void language plpgsql as $$
    declare
      judged text[] := '{account_needs_reconnect,token_ends_before}';
    begin
      if facts is not null then
        judged := judged || '{daily_cap,plan_limit,media_gone,platform_unreachable,app_not_public,identical_text,approval_missing}';
      end if;
      if facts ? 'api' then judged := judged || '{api_version_ends}'; end if;
      with planned as materialized (
        select d.workspace_id, d.post_id, d.account_id, d.platform, d.sandbox, d.due_at as at, false as awaiting, null::timestamptz as asked_at
        from deliveries d
        where of_posts is not null and d.workspace_id = in_workspace and d.post_id = any (of_posts) and d.status = 'pending' and d.due_at is not null
        union all
        select d.workspace_id, d.post_id, d.account_id, d.platform, d.sandbox, d.due_at, false, null
        from deliveries d
        where of_account is not null and d.workspace_id = in_workspace and d.account_id = of_account and d.status = 'pending' and d.due_at is not null
        union all
        select d.workspace_id, d.post_id, d.account_id, d.platform, d.sandbox, d.due_at, false, null
        from deliveries d
        where of_posts is null and of_account is null and d.due_at < until and d.status = 'pending'
        union all
        select d.workspace_id, d.post_id, d.account_id, d.platform, d.sandbox, coalesce(d.own_at, p.scheduled_at), true, p.approval_asked_at
        from posts p join deliveries d on d.workspace_id = p.workspace_id and d.post_id = p.id
        where p.approval_asked_at is not null and p.approval_declined is null and p.deleted_at is null
          and p.scheduled_at < until and d.status = 'pending' and (in_workspace is null or p.workspace_id = in_workspace)
          and (of_posts is null or p.id = any (of_posts)) and (of_account is null or d.account_id = of_account)
      ),
      -- What each account has before it in the 24 hours before each of its posts.
      capped as materialized (
        select workspace_id, account_id, (facts -> 'per_day' ->> platform)::int as most, min(at) - interval '24 hours' as since, max(at) as until
        from planned where facts is not null and not awaiting and facts -> 'per_day' ? platform
        group by workspace_id, account_id, platform
      ),
      line as (
        select d.workspace_id, d.account_id, d.post_id, d.due_at as at, coalesce(jsonb_array_length(d.parts), 1) as weight, c.most
        from capped c join deliveries d on d.workspace_id = c.workspace_id and d.account_id = c.account_id
        where d.status = 'pending' and d.due_at > c.since and d.due_at <= c.until
        union all
        select d.workspace_id, d.account_id, null, d.published_at, coalesce(jsonb_array_length(d.parts), 1), c.most
        from capped c join deliveries d on d.workspace_id = c.workspace_id and d.account_id = c.account_id
        where d.status in ('publishing', 'published') and d.published_at > c.since
      ),
      full_days as (
        select workspace_id, account_id, post_id, most, sum(weight) over (
          partition by workspace_id, account_id order by at range between interval '24 hours' preceding and current row) as had
        from line
      ),
      found as materialized (
        select distinct each.* from (
          select p.workspace_id, p.post_id, p.account_id, risk.code
          from planned p join accounts a on a.workspace_id = p.workspace_id and a.id = p.account_id and a.removed_at is null
          cross join lateral (values
            ('account_needs_reconnect', a.health in ('needs_reconnect', 'disabled')),
            ('token_ends_before', a.health in ('healthy', 'expiring') and not a.refreshable and p.at > a.token_expires_at)
          ) as risk(code, is_there)
          where risk.is_there
          union all
          select f.workspace_id, f.post_id, f.account_id, 'daily_cap'
          from full_days f join planned p using (workspace_id, account_id, post_id) where f.had > f.most
          union all
          select p.workspace_id, p.post_id, 0, 'plan_limit'
          from planned p join workspaces w on w.id = p.workspace_id join posts o on o.workspace_id = p.workspace_id and o.id = p.post_id
          where facts is not null and p.awaiting and o.charged_month is null and (facts -> 'plans' ->> w.plan)::int <= (
            select coalesce(sum(u.used), 0) from (
              select used from usage where workspace_id = w.id and month = facts ->> 'month'
              union all select used from usage_parts where workspace_id = w.id and month = facts ->> 'month') u)
          union all
          select p.workspace_id, p.post_id, 0, 'media_gone'
          from planned p join post_media x on x.workspace_id = p.workspace_id and x.post_id = p.post_id
          join media m on m.workspace_id = x.workspace_id and m.id = x.media_id
          where facts is not null and m.purged_at is not null
          union all
          select p.workspace_id, p.post_id, p.account_id, 'api_version_ends'
          from planned p where not p.sandbox and p.at >= (facts -> 'api' ->> p.platform)::timestamptz
          union all
          -- A platform that is away for minutes is no news to what is planned for tomorrow.
          select p.workspace_id, p.post_id, p.account_id, 'platform_unreachable'
          from planned p join circuits c on c.platform = p.platform and c.sandbox = p.sandbox
          where facts is not null and not p.awaiting and greatest(c.until, c.probe_until) > at_now and p.at < at_now + interval '1 hour'
          union all
          select p.workspace_id, p.post_id, p.account_id, 'app_not_public'
          from planned p join (
            select d.workspace_id, d.account_id, max(d.wanted_at) as at from deliveries d
            where facts is not null and d.status in ('failed', 'blocked') and d.error_code = 'app_not_audited' and d.wanted_at > at_now - interval '7 days'
              and (in_workspace is null or d.workspace_id = in_workspace)
            group by d.workspace_id, d.account_id
          ) refused using (workspace_id, account_id)
          where not exists (
            select from deliveries d where d.workspace_id = p.workspace_id and d.account_id = p.account_id
              and d.status = 'published' and d.published_at > refused.at)
          union all
          -- The later of the two is refused. Texts of their own for accounts are compared with them.
          select p.workspace_id, p.post_id, p.account_id, 'identical_text'
          from planned p join posts o on o.workspace_id = p.workspace_id and o.id = p.post_id
          join posts q on q.workspace_id = o.workspace_id and md5(q.content) = md5(o.content) and q.content = o.content and q.id <> o.id
          join deliveries d on d.workspace_id = q.workspace_id and d.post_id = q.id and d.account_id = p.account_id
          where facts is not null and facts -> 'repeats' ? p.platform and o.content ~ '\\S' and q.deleted_at is null
            and q.platform_content = o.platform_content
            and (d.status in ('publishing', 'published') or d.status = 'pending' and d.due_at is not null)
            and coalesce(d.published_at, d.due_at, p.at) > p.at - interval '24 hours'
            and (coalesce(d.published_at, d.due_at, p.at), q.id) < (p.at, o.id)
          union all
          -- Whoever is to approve it has just heard of what was asked for within the hour.
          select p.workspace_id, p.post_id, 0, 'approval_missing'
          from planned p where facts is not null and p.awaiting and p.at < at_now + interval '24 hours'
            and p.asked_at <= at_now - interval '1 hour'
        ) each where each.code = any (judged)
      ),
      standing as materialized (
        select r.workspace_id, r.post_id, r.account_id, r.code
        from risks r join (select distinct workspace_id, post_id from planned) s using (workspace_id, post_id)
        where r.over_at is null and r.code = any (judged) and (of_account is null or r.account_id = of_account)
      ),
      -- Whoever writes the same text again is asked about it where it is written.
      fresh as materialized (
        select * from found where of_posts is null or code <> 'identical_text' except select * from standing),
      passed as materialized (select * from standing except select * from found),
      mine as materialized (
        select p.workspace_id, p.id as post_id from posts p
        where (p.workspace_id, p.id) in (select workspace_id, post_id from fresh union select workspace_id, post_id from passed)
        order by p.workspace_id, p.id for no key update skip locked
      ),
      ended as (
        update risks r set over_at = at_now from passed join mine using (workspace_id, post_id)
        where (r.workspace_id, r.post_id, r.account_id, r.code) = (passed.workspace_id, passed.post_id, passed.account_id, passed.code)
      )
      insert into risks as r (workspace_id, post_id, account_id, code, since)
      select workspace_id, post_id, account_id, code, at_now from fresh join mine using (workspace_id, post_id)
      order by 1, 2, 3, 4
      on conflict (workspace_id, post_id, account_id, code) do update set since = excluded.since, over_at = null
        where r.over_at is not null;
    end $$;

    -- What is known already was told when it was found: before there is anything that tells.
    select assess_risks(null, null, null, now(), 'infinity', null);

    create function event_of_risk() returns trigger language plpgsql as $$
    begin
      insert into fresh_events (workspace_id, type, post_id, account_id, actor, data)
      select new.workspace_id, 'post.at_risk', new.post_id, nullif(new.account_id, 0), event_actor(),
        jsonb_build_object('status', p.status, 'scheduled_at', iso(p.scheduled_at), 'updated_at', iso(p.updated_at),
          'code', new.code, 'health', a.health)
      from posts p left join accounts a on a.workspace_id = p.workspace_id and a.id = new.account_id
      where p.workspace_id = new.workspace_id and p.id = new.post_id;
      return null;
    end $$;
    create trigger events_made after insert on risks for each row execute function event_of_risk();
    create trigger events_changed after update on risks for each row
      when (old.over_at is not null and new.over_at is null and new.since > old.over_at + interval '1 day')
      execute function event_of_risk();

    create or replace function event_of_account() returns trigger language plpgsql as $$
    declare kind text;
    begin
      if tg_op = 'INSERT' then kind := 'account.connected';
      elsif new.removed_at is not null and old.removed_at is null then kind := 'account.disconnected';
      elsif new.removed_at is not null then return null;
      elsif old.removed_at is not null or new.connected_at <> old.connected_at then kind := 'account.connected';
      elsif new.health = old.health then return null;
      elsif new.health = 'expiring' then kind := 'account.expiring';
      elsif new.health in ('needs_reconnect', 'disabled') then kind := 'account.needs_reconnect';
      elsif old.health in ('needs_reconnect', 'disabled') then kind := 'account.connected';
      end if;
      if kind is not null then
        insert into fresh_events (workspace_id, type, account_id, actor, data)
        values (new.workspace_id, kind, new.id, event_actor(),
          jsonb_build_object('platform', new.platform, 'health', new.health, 'again', tg_op = 'UPDATE',
            'token_expires_at', iso(new.token_expires_at)));
      end if;
      -- What is on schedule there will not go out, unless somebody connects it again before; or will after all.
      if tg_op = 'UPDATE' then
        perform assess_risks(new.workspace_id, null, new.id, now(), 'infinity', null);
      end if;
      return null;
    end $$;
  `.execute(db)
}
