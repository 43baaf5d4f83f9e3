/** Making posts ahead: what is made, when, by whom, and never twice. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeSeries } from '#operations/series/parts/maker.ts'
import { connect } from '#database/connect.ts'
import { stageOf } from './kit.ts'

const stage = await stageOf('2026-11-23T08:00:00Z')
after(() => stage[Symbol.asyncDispose]())
const { service, to, chore } = stage
const day = (text: string) => text.slice(0, 10)

test('posts are made fourteen days ahead, and the rest when it comes near', async () => {
  to('2026-11-23T08:00:00Z')
  const { make, look, live } = await stage.home()
  const { id, upcoming } = await make({ rule: 'FREQ=WEEKLY;BYDAY=TU,FR;COUNT=6' })
  assert.deepEqual(
    upcoming.map(({ occurrence, at, post_id }) => [occurrence, at, post_id !== null]),
    [
      ['2026-12-01T09:00', '2026-12-01T08:00:00.000Z', true],
      ['2026-12-04T09:00', '2026-12-04T08:00:00.000Z', true],
      ['2026-12-08T09:00', '2026-12-08T08:00:00.000Z', false],
      ['2026-12-11T09:00', '2026-12-11T08:00:00.000Z', false],
      ['2026-12-15T09:00', '2026-12-15T08:00:00.000Z', false],
      ['2026-12-18T09:00', '2026-12-18T08:00:00.000Z', false],
    ],
  )
  await chore()
  assert.equal((await live()).length, 2, 'nothing has come near')
  to('2026-11-24T08:00:00Z')
  await chore()
  assert.deepEqual(
    (await live()).map(({ content, status, scheduled_at }) => [content, status, scheduled_at]),
    ['01', '04', '08'].map((each) => ['Again', 'scheduled', `2026-12-${each}T08:00:00.000Z`]),
  )
  to('2026-12-17T08:00:00Z')
  await chore()
  const then = await look(id)
  assert.deepEqual(
    then.recent.map(({ occurrence, post_id, refused }) => [
      day(occurrence),
      post_id !== null,
      refused?.code,
    ]),
    [
      ['2026-12-01', true, undefined],
      ['2026-12-04', true, undefined],
      ['2026-12-08', true, undefined],
      // The chore did not run for three weeks.
      ['2026-12-11', false, 'missed'],
      ['2026-12-15', false, 'missed'],
    ],
  )
  assert.deepEqual([then.state, then.why], ['paused', 'failures'])
})

test('a series whose last post is over has ended', async () => {
  to('2026-11-23T08:00:00Z')
  const { make, look, live } = await stage.home()
  const { id } = await make({ rule: 'FREQ=DAILY;COUNT=2' })
  await chore()
  assert.equal((await look(id)).state, 'active')
  to('2026-12-02T08:00:01Z')
  await chore()
  const over = await look(id)
  assert.deepEqual([over.state, over.why, over.upcoming], ['ended', 'complete', []])
  assert.equal((await live()).length, 2)
})

test('two chores at once, and a clock that goes back, make each occurrence once', async () => {
  to('2026-11-23T08:00:00Z')
  const { make, live, workspace_id } = await stage.home()
  const { id } = await make({ rule: 'FREQ=DAILY;COUNT=40', starts_at: '2026-12-20T09:00' })
  assert.equal((await live()).length, 0)
  to('2026-12-15T08:00:00Z')
  await using other = connect(service.database, { max: 2, name: 'other' })
  const signal = new AbortController().signal
  await Promise.all([
    chore(),
    makeSeries({ db: other.db, environment: stage.environment }, signal),
    chore(),
  ])
  assert.equal((await live()).length, 10)
  to('2026-12-14T08:00:00Z')
  await service.db
    .updateTable('series')
    .set({ look_at: stage.now() })
    .where('id', '=', id)
    .execute()
  await Promise.all([chore(), chore()])
  to('2026-12-16T08:00:00Z')
  await service.db
    .updateTable('series')
    .set({ look_at: stage.now() })
    .where('id', '=', id)
    .execute()
  await chore()
  const posts = await live()
  const days = posts.map(({ scheduled_at }) => day(scheduled_at ?? ''))
  assert.deepEqual(days, [...new Set(days)], 'none twice')
  assert.equal(posts.length, 11)
  await assert.rejects(
    service.query(
      `insert into occurrences (workspace_id, series_id, local_at, at) values (${workspace_id}, ${id}, '2026-12-20T09:00', now())`,
    ),
    /occurrences_pkey/,
    'the database holds it, whoever writes',
  )
})

test('a chore that is killed in between has made nothing, and the next makes all of it once', async () => {
  to('2026-11-23T08:00:00Z')
  const { make, live } = await stage.home()
  await make({ rule: 'FREQ=DAILY;COUNT=5', starts_at: '2026-12-20T09:00' })
  to('2026-12-19T08:00:00Z')
  // The third post ends the session of whoever writes it, as a killed process does.
  await service.query(`create function kill_third() returns trigger language plpgsql as $$
    begin
      if (select count(*) from occurrences where post_id is not null and at > '2026-12-19') >= 2 then
        perform pg_terminate_backend(pg_backend_pid());
      end if;
      return new;
    end $$`)
  await service.query(
    'create trigger kill_third before insert on posts for each row execute function kill_third()',
  )
  await using other = connect(service.database, { max: 2, name: 'killed' })
  const signal = new AbortController().signal
  await assert.rejects(
    makeSeries({ db: other.db, environment: stage.environment }, signal, {
      error(about) {
        throw new Error('killed', { cause: about })
      },
    }),
  )
  await service.query('drop trigger kill_third on posts')
  assert.equal((await live()).length, 0, 'all or nothing')
  await chore()
  const days = (await live()).map(({ scheduled_at }) => day(scheduled_at ?? ''))
  assert.deepEqual(days, ['2026-12-20', '2026-12-21', '2026-12-22', '2026-12-23', '2026-12-24'])
})

test('what somebody deleted is not made again, and what is skipped is not made', async () => {
  to('2026-11-23T08:00:00Z')
  const { make, rest, live } = await stage.home()
  const { id, upcoming } = await make({ rule: 'FREQ=DAILY;COUNT=4', skip: ['2026-12-02'] })
  assert.deepEqual(
    upcoming.map(({ skipped, post_id }) => [skipped, post_id !== null]),
    [
      [false, true],
      [true, false],
      [false, true],
      [false, true],
    ],
  )
  await rest('cancel_post', { id: upcoming[0]?.post_id })
  await service.db
    .updateTable('series')
    .set({ look_at: stage.now() })
    .where('id', '=', id)
    .execute()
  await chore()
  assert.deepEqual(
    (await live()).map(({ scheduled_at }) => day(scheduled_at ?? '')),
    ['2026-12-03', '2026-12-04'],
  )
})

test('variations take turns by the number of the occurrence, and a skipped one has had its turn', async () => {
  to('2026-11-23T08:00:00Z')
  const { make, live, account_id } = await stage.home()
  const { upcoming } = await make({
    post: { content: 'None', social_account_ids: [account_id], labels: ['evergreen'] },
    variations: [
      { content: 'One' },
      { content: 'Two', first_comment: 'More' },
      { content: 'Three' },
    ],
    skip: ['2026-12-02'],
    rule: 'FREQ=DAILY;COUNT=5',
  })
  assert.deepEqual(
    upcoming.map(({ variation }) => variation),
    [0, 1, 2, 0, 1],
  )
  assert.deepEqual(
    (await live()).map(({ content, first_comment, labels }) => [content, first_comment, labels]),
    [
      ['One', null, ['evergreen']],
      ['Three', null, ['evergreen']],
      ['One', null, ['evergreen']],
      ['Two', 'More', ['evergreen']],
    ],
  )
})

test('a paused workspace holds posts of a series as any other, and they are made all the same', async () => {
  to('2026-11-23T08:00:00Z')
  const { make, rest } = await stage.home()
  await rest('pause_publishing', { reason: 'Holidays' })
  const { id, upcoming } = await make()
  to('2026-12-01T08:01:00Z')
  await chore()
  const { body } = await rest('get_post', { id: upcoming[0]?.post_id })
  assert.match(JSON.stringify(body['per_account']), /"waits_for":\{"code":"/)
  assert.equal(body['outcome'], 'scheduled')
  const seen = await rest('get_series', { id })
  assert.equal(seen.body['state'], 'active', 'what is held has not failed')
})

test('a series whose label is one that new ones may not have makes its posts, and writes them anew', async () => {
  to('2026-11-23T08:00:00Z')
  const { make, rest, live, workspace_id } = await stage.home()
  const { id } = await make({ rule: 'FREQ=WEEKLY;BYDAY=TU,FR;COUNT=6' })
  // As one from before they were refused.
  await service.query(`update series set post = jsonb_set(post, '{labels}', '["..", "spring"]')
    where workspace_id = ${workspace_id} and id = ${id}`)
  to('2026-11-24T08:00:00Z')
  await chore()
  const made = (await live()).map(({ labels }) => labels)
  assert.deepEqual(made, [[], [], ['..', 'spring']])
  const moved = await rest('update_series', {
    id,
    applies: 'following',
    timezone: 'Europe/Lisbon',
  })
  assert.equal(moved.code, undefined, JSON.stringify(moved.body))
  const anew = (await live()).map(({ labels }) => labels)
  assert.deepEqual(
    anew,
    Array.from({ length: 3 }, () => ['..', 'spring']),
  )
})
