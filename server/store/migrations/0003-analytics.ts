import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`
    create index deliveries_to_measure on deliveries (measure_at) where measure_at is not null;
    create index posts_by_publication on posts (workspace_id, published_at) where published_at is not null;

    create table snapshots (
      workspace_id bigint not null,
      delivery_id bigint not null,
      number smallint not null,
      taken_at timestamptz not null,
      reach bigint,
      impressions bigint,
      likes bigint,
      comments bigint,
      shares bigint,
      engagements bigint,
      primary key (workspace_id, delivery_id, number),
      foreign key (workspace_id, delivery_id) references deliveries
    );

    create table delivery_days (
      workspace_id bigint not null,
      delivery_id bigint not null,
      day date not null,
      post_id bigint not null,
      account_id bigint not null,
      reach bigint,
      impressions bigint,
      likes bigint,
      comments bigint,
      shares bigint,
      engagements bigint,
      primary key (workspace_id, delivery_id, day)
    );
    create index delivery_days_by_day on delivery_days (workspace_id, day) include (post_id, account_id, engagements, impressions);

    create table account_days (
      workspace_id bigint not null,
      account_id bigint not null,
      day date not null,
      reach bigint,
      impressions bigint,
      likes bigint,
      comments bigint,
      shares bigint,
      engagements bigint,
      primary key (workspace_id, account_id, day)
    );

    -- What each snapshot adds to the last one that told the same number. Those that told it are a partition of their own.
    create view growths as
      select s.workspace_id, s.delivery_id, s.number, s.taken_at,
        reach - coalesce(lag(reach) over (partition by workspace_id, delivery_id, reach is null order by number), 0) as reach,
        impressions - coalesce(lag(impressions) over (partition by workspace_id, delivery_id, impressions is null order by number), 0) as impressions,
        likes - coalesce(lag(likes) over (partition by workspace_id, delivery_id, likes is null order by number), 0) as likes,
        comments - coalesce(lag(comments) over (partition by workspace_id, delivery_id, comments is null order by number), 0) as comments,
        shares - coalesce(lag(shares) over (partition by workspace_id, delivery_id, shares is null order by number), 0) as shares,
        engagements - coalesce(lag(engagements) over (partition by workspace_id, delivery_id, engagements is null order by number), 0) as engagements
      from snapshots s;

    create function rebuild_days(which bigint) returns void language plpgsql as $$
    declare
      zone text;
    begin
      -- Nobody adds to the days meanwhile: whoever does holds a share of this row.
      select timezone into strict zone from workspaces where id = which for no key update;
      delete from delivery_days where workspace_id = which;
      delete from account_days where workspace_id = which;
      insert into delivery_days
        select which, g.delivery_id, (g.taken_at at time zone zone)::date, min(d.post_id), min(d.account_id),
          sum(g.reach), sum(g.impressions), sum(g.likes), sum(g.comments), sum(g.shares), sum(g.engagements)
        from growths g join deliveries d on d.workspace_id = g.workspace_id and d.id = g.delivery_id
        where g.workspace_id = which group by 2, 3;
      insert into account_days
        select which, account_id, day,
          sum(reach), sum(impressions), sum(likes), sum(comments), sum(shares), sum(engagements)
        from delivery_days where workspace_id = which group by 2, 3;
    end $$;

    -- A day is a day of the workspace: in another zone everything lies on other days.
    create function rebuild_days_in_zone() returns trigger language plpgsql as $$
    begin
      perform rebuild_days(new.id);
      return null;
    end $$;
    create trigger workspaces_zone after update of timezone on workspaces
      for each row when (old.timezone is distinct from new.timezone) execute function rebuild_days_in_zone();
  `.execute(db)
}
