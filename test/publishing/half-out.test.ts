/** Posts that are out in part while the rest waits are noted where deliveries settle: the notes agree with the deliveries, whatever happens. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { cancelPost } from '#operations/posts/cancel-post.ts'
import { deletePost } from '#operations/posts/delete-post.ts'
import { publishNow } from '#operations/posts/publish-now.ts'
import { restorePost } from '#operations/posts/restore-post.ts'
import { retryPost } from '#operations/posts/retry-post.ts'
import { schedulePost } from '#operations/posts/schedule-post.ts'
import { unpublishPost } from '#operations/posts/unpublish-post.ts'
import { updatePost } from '#operations/posts/update-post.ts'
import type { Operation } from '#operations/operation.ts'
import { Post } from '#rules/post.ts'
import { Problem } from '#rules/problem.ts'
import { up as note } from '#store/migrations/0106-half-out.ts'
import { up as time } from '#store/migrations/0109-half-out-in-order.ts'
import { doubtOverdue, seekRestored } from '#store/instance.ts'
import { listPosts } from '#store/posts.ts'
import type { Schema } from '#store/schema.ts'
import { onStage, type Stage } from '../removals/removal-stage.ts'

const PLATFORMS = ['x', 'bluesky', 'linkedin'] as const
const FAULTS = ['refuse_500', 'landed_500', 'landed_cut', 'cut_before', 'token_revoked'] as const

/** The same numbers from the same seed. */
function chance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

interface Notes {
  /** Something of it is out, and something waits. */
  half: number[]
  /** Something of it is out, and something waits or is carried out. */
  open: number[]
  noted: number[]
  /** Of those, whose times are not those of the post. */
  apart: number[]
}

async function notesOf(db: Kysely<Schema>): Promise<Notes> {
  const { rows } = await sql<Notes>`
    select array(select post_id::int from half_out order by 1) as noted,
      array(select h.post_id::int from half_out h
        left join posts p on p.workspace_id = h.workspace_id and p.id = h.post_id
        where (h.created_at, h.scheduled_at) is distinct from (p.created_at, p.scheduled_at)) as apart,
      array(select post_id::int from deliveries group by 1
        having bool_or(status = 'published') and bool_or(status = 'pending') order by 1) as half,
      array(select post_id::int from deliveries group by 1
        having bool_or(status = 'published') and bool_or(status in ('pending', 'publishing')) order by 1) as open`.execute(
    db,
  )
  return rows[0] ?? assert.fail('no row')
}

/** What waits is noted, and what is noted is under way. */
async function requireAgreement(db: Kysely<Schema>, what: string) {
  const { half, open, noted, apart } = await notesOf(db)
  assert.deepEqual(apart, [], `noted with other times after ${what}`)
  assert.deepEqual(
    half.filter((id) => !noted.includes(id)),
    [],
    `not noted after ${what}`,
  )
  assert.deepEqual(
    noted.filter((id) => !open.includes(id)),
    [],
    `noted for nothing after ${what}`,
  )
  return half
}

async function requireList({ db, workspace_id }: Stage) {
  const filter = { outcome: ['publishing'] } as const
  const window = { limit: 201, offset: 0 }
  for (const sort of ['created_at', 'scheduled_at'] as const) {
    const { rows } = await sql<{ id: number }>`
      select p.id from posts p join deliveries d on d.workspace_id = p.workspace_id and d.post_id = p.id
      where p.workspace_id = ${workspace_id} and p.deleted_at is null and p.status in ('scheduled', 'published')
      group by p.workspace_id, p.id
      having bool_or(d.status = 'publishing') or bool_or(d.status = 'published') and bool_or(d.status = 'pending')
      order by coalesce(p.${sql.ref(sort)}, 'infinity') desc, p.id desc`.execute(db)
    const listed = await listPosts({ db, workspace_id }, filter, window, { sort, order: 'desc' })
    assert.deepEqual(
      listed.map(({ id }) => id),
      rows.map(({ id }) => id),
    )
  }
}

/** What the service refuses is no move. */
async function asked(stage: Stage, operation: Operation, raw: unknown) {
  try {
    return Post.safeParse(await stage.ask(stage.workspace_id, operation, raw)).data
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Carries out some of what is due, as workers do that are stopped in between. */
async function workSome(stage: Stage, most: number) {
  for (const work of await stage.claim(most)) await stage.carry(work)
}

async function anyMove(stage: Stage, accounts: readonly number[], pick: (below: number) => number) {
  const ids = (await stage.db.selectFrom('posts').select('id').orderBy('id').execute()).map(
    (row) => row.id,
  )
  const id = ids[pick(Math.max(1, ids.length))]
  const some = accounts.slice(pick(2))
  const at = (minutes: number) => new Date(stage.now().getTime() + minutes * 60_000).toISOString()
  const own = [{ account_id: accounts[2], scheduled_at: at(30 + pick(600)) }]
  const moves: [name: string, move: () => Promise<unknown>][] = [
    [
      'scheduling',
      () =>
        asked(stage, schedulePost, {
          content: `Post ${ids.length}`,
          social_account_ids: some,
          timing: { at: at(10 + pick(20)), field: 'scheduled_at', notes: [] },
          ...(pick(2) === 0 && { platform_content: own }),
        }),
    ],
    ['carrying out', () => workSome(stage, 1 + pick(4))],
    ['time', async () => stage.advance((1 + pick(40)) * 60_000)],
    [
      'a fault',
      async () =>
        stage.fault(PLATFORMS[pick(3)] ?? 'x', FAULTS[pick(FAULTS.length)] ?? 'refuse_500'),
    ],
    ['retrying', () => asked(stage, retryPost, { id })],
    [
      'confirming',
      () => asked(stage, retryPost, { id, confirm_not_published: [accounts[pick(3)]] }),
    ],
    [
      'marking',
      () => asked(stage, retryPost, { id, mark_published: [{ account_id: accounts[pick(3)] }] }),
    ],
    ['publishing now', () => asked(stage, publishNow, { id })],
    ['cancelling', () => asked(stage, cancelPost, { id })],
    ['giving up', () => asked(stage, cancelPost, { id, account_ids: [accounts[2]] })],
    ['deleting', () => asked(stage, deletePost, { id })],
    ['restoring', () => asked(stage, restorePost, { id })],
    ['editing', () => asked(stage, updatePost, { id, social_account_ids: some })],
    ['another time', () => asked(stage, updatePost, { id, platform_content: own })],
    ['unpublishing', () => asked(stage, unpublishPost, { id })],
    [
      'taking down',
      async () => {
        for (const work of await stage.claimRemovals()) await stage.carryRemoval(work)
      },
    ],
    ['publishing anew', () => asked(stage, publishNow, { id, republish: true })],
    [
      'connecting again',
      () => stage.connect(stage.workspace_id, PLATFORMS[pick(3)] ?? 'x').then(() => undefined),
    ],
  ]
  // Most moves are the usual ones: what stands first.
  const index = pick(3) ? ([0, 1, 1, 1, 2][pick(5)] ?? 0) : pick(moves.length)
  const [name, move] = moves[index] ?? assert.fail('no move')
  await move()
  return name
}

test('after any moves, what is noted agrees with the deliveries, and the list of what is under way with both', async () => {
  await using stage = await onStage('x')
  const others = [await stage.connect(stage.workspace_id, 'bluesky')]
  others.push(await stage.connect(stage.workspace_id, 'linkedin'))
  const accounts = [stage.account_id, ...others]
  const pick = chance(11)
  const seen = new Set<number>()
  for (let move = 0; move < 150; move++) {
    const name = await anyMove(stage, accounts, pick)
    for (const id of await requireAgreement(stage.db, `${name}, move ${move}`)) seen.add(id)
    if (move % 40 === 39) await requireList(stage)
  }
  assert.ok(seen.size >= 3, `${seen.size} posts were out in part`)
  // A copy that was started, and a backup that was restored.
  const held = stage.now().toISOString()
  stage.advance(3_600_000)
  await stage.db.transaction().execute(async (tx) => {
    await tx.updateTable('deliveries').set({ restored_from: held }).execute()
    await seekRestored(tx, stage.now())
  })
  await requireAgreement(stage.db, 'a restore')
  await requireList(stage)
  await stage.db.transaction().execute((tx) => doubtOverdue(tx, held, stage.now()))
  await requireAgreement(stage.db, 'a start of a copy')
  await requireList(stage)
  await stage.run()
  assert.deepEqual((await notesOf(stage.db)).noted, await requireAgreement(stage.db, 'the end'))
})

test('a post with a time of its own on one account is under way until that is out, and again when it is tried anew', async () => {
  await using stage = await onStage('x')
  const later = await stage.connect(stage.workspace_id, 'bluesky')
  const in_minutes = (minutes: number) =>
    new Date(stage.now().getTime() + minutes * 60_000).toISOString()
  const { id } = Post.parse(
    await stage.ask(stage.workspace_id, schedulePost, {
      content: 'Twice',
      social_account_ids: [stage.account_id, later],
      timing: { at: in_minutes(5), field: 'scheduled_at', notes: [] },
      platform_content: [{ account_id: later, scheduled_at: in_minutes(60) }],
    }),
  )
  const noted = async () => (await notesOf(stage.db)).noted
  assert.deepEqual(await noted(), [])
  stage.advance(6 * 60_000)
  await workSome(stage, 10)
  assert.deepEqual(await noted(), [id])
  await requireList(stage)
  stage.advance(60 * 60_000)
  stage.fault('bluesky', 'refuse_500')
  await workSome(stage, 10)
  assert.deepEqual(await noted(), [id])
  await stage.run()
  assert.deepEqual(await noted(), [])
  assert.equal((await stage.postRow(id)).status, 'published')
})

test('what is noted follows its post to another time', async () => {
  await using stage = await onStage('x')
  const later = await stage.connect(stage.workspace_id, 'bluesky')
  const id = await stage.post(stage.workspace_id, {
    text: 'Half of it',
    accounts: [stage.account_id, later],
  })
  await sql`
    update deliveries set status = 'published', published_at = ${stage.now()}, due_at = null
    where post_id = ${id} and account_id = ${later}`.execute(stage.db)
  await sql`select settle_posts(array[${stage.workspace_id}::bigint], array[${id}::bigint], ${stage.now()}::timestamptz)`.execute(
    stage.db,
  )
  for (const scheduled_at of ['2031-01-01T00:00:00.000Z', null]) {
    await stage.db.updateTable('posts').set({ scheduled_at }).where('id', '=', id).execute()
    const { noted, apart } = await notesOf(stage.db)
    assert.deepEqual({ noted, apart }, { noted: [id], apart: [] })
  }
})

test('data from before is noted when it is migrated', async () => {
  await using stage = await onStage('x')
  const later = await stage.connect(stage.workspace_id, 'bluesky')
  const id = await stage.post(stage.workspace_id, {
    text: 'Half of it',
    accounts: [stage.account_id, later],
  })
  await stage.post(stage.workspace_id, { text: 'None of it', accounts: [stage.account_id, later] })
  await sql`
    update deliveries set status = 'published', published_at = ${stage.now()}, due_at = null
    where post_id = ${id} and account_id = ${later}`.execute(stage.db)
  await sql`drop trigger half_out_noted on deliveries`.execute(stage.db)
  await sql`drop trigger half_out_planned on posts`.execute(stage.db)
  await sql`drop table half_out`.execute(stage.db)
  for (const name of ['note_half_out', 'time_half_out', 'plan_half_out'])
    await sql`drop function ${sql.ref(name)}`.execute(stage.db)
  for (const up of [note, time])
    await stage.db.transaction().execute((tx) => up(tx as unknown as Kysely<unknown>))
  const { noted, apart } = await notesOf(stage.db)
  assert.deepEqual({ noted, apart }, { noted: [id], apart: [] })
})
