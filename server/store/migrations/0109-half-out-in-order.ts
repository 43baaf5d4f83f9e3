import { type Kysely, sql } from 'kysely'

/**
 * What is half out is walked in the orders of lists: its note has both times of the post by which one begins. They are read where a
 * post is noted, so that whoever settles one that is not pays nothing. When a post was made never changes; when it is planned may,
 * and the note follows. See docs/decisions/0232.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table half_out add column created_at timestamptz, add column scheduled_at timestamptz;
    update half_out h set created_at = p.created_at, scheduled_at = p.scheduled_at from posts p
    where p.workspace_id = h.workspace_id and p.id = h.post_id;
    delete from half_out where created_at is null;
    alter table half_out alter column created_at set not null;
    create index half_out_listed on half_out (workspace_id, created_at, post_id);
    create index half_out_by_schedule on half_out (workspace_id, coalesce(scheduled_at, 'infinity'), post_id);

    create function time_half_out() returns trigger language plpgsql as $$
    begin
      select p.created_at, p.scheduled_at into new.created_at, new.scheduled_at
      from posts p where p.workspace_id = new.workspace_id and p.id = new.post_id;
      return new;
    end $$;
    create trigger half_out_timed before insert on half_out
      for each row execute function time_half_out();

    create function plan_half_out() returns trigger language plpgsql as $$
    begin
      if old.scheduled_at is distinct from new.scheduled_at then
        update half_out set scheduled_at = new.scheduled_at
        where workspace_id = new.workspace_id and post_id = new.id;
      end if;
      return null;
    end $$;
    create trigger half_out_planned after update of scheduled_at on posts
      for each row execute function plan_half_out();
  `.execute(db)
}
