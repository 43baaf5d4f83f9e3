import { type Kysely, sql } from 'kysely'

/**
 * What a list of posts is sorted by: the numbers of each delivery as they stand, beside the day-by-day growth that is kept
 * already. And what platforms tell of accounts, which no post adds up to. See docs/decisions/0146.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table delivery_totals (
      workspace_id bigint not null,
      delivery_id bigint not null,
      post_id bigint not null,
      account_id bigint not null,
      -- Of the post: when it was first published, on whichever account.
      published_at timestamptz not null,
      measured_at timestamptz not null,
      reach bigint,
      impressions bigint,
      likes bigint,
      comments bigint,
      shares bigint,
      engagements bigint,
      primary key (workspace_id, delivery_id)
    );
    create index delivery_totals_by_publication on delivery_totals (workspace_id, published_at)
      include (post_id, account_id, reach, impressions, likes, comments, shares, engagements);
    create index delivery_totals_by_post on delivery_totals (workspace_id, post_id);
    create index delivery_totals_by_measure on delivery_totals (workspace_id, measured_at);

    -- The sums of delivery_totals over all accounts: a hundred thousand posts are sorted by them while somebody waits.
    create table post_totals (
      workspace_id bigint not null,
      post_id bigint not null,
      published_at timestamptz not null,
      reach bigint,
      impressions bigint,
      likes bigint,
      comments bigint,
      shares bigint,
      engagements bigint,
      -- Over the accounts that tell both of its numbers.
      engagement_rate float8,
      primary key (workspace_id, post_id)
    );
    create index post_totals_by_publication on post_totals (workspace_id, published_at)
      include (post_id, reach, impressions, likes, comments, shares, engagements, engagement_rate);

    create view sums_of_posts as
      select workspace_id, post_id, min(published_at) as published_at, sum(reach)::bigint as reach,
        sum(impressions)::bigint as impressions, sum(likes)::bigint as likes, sum(comments)::bigint as comments,
        sum(shares)::bigint as shares, sum(engagements)::bigint as engagements,
        sum(engagements::float8) filter (where impressions is not null)
          / nullif(sum(impressions::float8) filter (where engagements is not null), 0) as engagement_rate
      from delivery_totals group by workspace_id, post_id;

    create table account_snapshots (
      workspace_id bigint not null,
      account_id bigint not null,
      taken_at timestamptz not null,
      followers bigint,
      following bigint,
      posts bigint,
      views bigint,
      likes bigint,
      primary key (workspace_id, account_id, taken_at)
    );
    -- When an account is asked for its own numbers next; without a row it was never asked.
    create table account_measures (
      workspace_id bigint not null,
      account_id bigint not null,
      measure_at timestamptz not null,
      tries smallint not null default 0,
      primary key (workspace_id, account_id)
    );

    create or replace function rebuild_days(which bigint) returns void language plpgsql as $$
    declare
      zone text;
    begin
      -- Nobody adds to the days meanwhile: whoever does holds a share of this row.
      select timezone into strict zone from workspaces where id = which for no key update;
      delete from delivery_days where workspace_id = which;
      delete from account_days where workspace_id = which;
      delete from delivery_totals where workspace_id = which;
      delete from post_totals where workspace_id = which;
      insert into delivery_days
        select which, g.delivery_id, (g.taken_at at time zone zone)::date, min(d.post_id), min(d.account_id),
          sum(g.reach), sum(g.impressions), sum(g.likes), sum(g.comments), sum(g.shares), sum(g.engagements)
        from growths g join deliveries d on d.workspace_id = g.workspace_id and d.id = g.delivery_id
        where g.workspace_id = which group by 2, 3;
      insert into account_days
        select which, account_id, day,
          sum(reach), sum(impressions), sum(likes), sum(comments), sum(shares), sum(engagements)
        from delivery_days where workspace_id = which group by 2, 3;
      insert into delivery_totals
        select which, t.delivery_id, t.post_id, t.account_id, p.published_at, s.measured_at,
          t.reach, t.impressions, t.likes, t.comments, t.shares, t.engagements
        from (
          select delivery_id, min(post_id) as post_id, min(account_id) as account_id, sum(reach) as reach,
            sum(impressions) as impressions, sum(likes) as likes, sum(comments) as comments, sum(shares) as shares,
            sum(engagements) as engagements
          from delivery_days where workspace_id = which group by delivery_id) t
        join (
          select delivery_id, max(taken_at) as measured_at from snapshots
          where workspace_id = which group by delivery_id) s using (delivery_id)
        join posts p on p.workspace_id = which and p.id = t.post_id
        where p.published_at is not null;
      insert into post_totals select * from sums_of_posts where workspace_id = which;
    end $$;
    select rebuild_days(id) from workspaces;
  `.execute(db)
}
