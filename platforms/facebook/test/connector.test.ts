import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accountOf,
  authorized,
  openBench,
  openRun,
  publicationFor,
} from '../../../test/platform-bench.ts'
import { clip } from '../../../test/media-place.ts'
import { drive } from '../../../test/reference-driver.ts'
import { failureOf, stage } from '../../kit/test/stage.ts'
import { allow } from '#sandbox/service/person.ts'
import { counts } from '../../kit/metrics.ts'
import { facebook } from '../connector.ts'
import { manifest } from '../manifest.ts'
import { account, json, refused } from './testing.ts'

const nothing = counts({})

test('every Page that the person may post on is offered, over all pages of the list', async () => {
  await using bench = await openBench('facebook')
  const many = bench.emulator.people[2] ?? assert.fail()
  const { answer, keep } = await authorized(bench, many, allow)
  const offered = await facebook.exchange(answer, keep, bench.tools)
  assert.ok(offered.length > 25)
  assert.equal(new Set(offered.map((one) => one.platform_account_id)).size, offered.length)
  const [first] = offered
  assert.ok(first)
  const publication = await publicationFor(bench, { text: 'From one of many' })
  const journal = { saved: {}, begun: {} }
  const { connector, tools } = bench
  await drive({ connector, tools, account: accountOf(first), publication, journal })
  assert.equal(bench.emulator.posts(first.platform_account_id).length, 1)
})

test('a video is out once, also when the answer to its last call is lost', async () => {
  await using bench = await openBench('facebook')
  for (const fault of [undefined, 'landed_500', 'landed_cut', 'refuse_500']) {
    bench.emulator.reset()
    const run = await openRun(bench, { media: [clip()], text: 'A video' })
    if (fault) bench.emulator.faults.set({ account: '*', fault, on: 'post' })
    const { receipt } = await drive(run)
    const posts = bench.emulator.posts()
    assert.deepEqual(
      posts.map(({ text, media }) => [text, media[0]?.mime_type]),
      [['A video', 'video/mp4']],
      fault,
    )
    assert.ok(receipt.platform_url?.startsWith('http'))
  }
})

test('Pages on which the person may not post are not offered, and none at all is said', async () => {
  const token = json({ access_token: 'EAAGuser-token', expires_in: 5_183_944 })
  const granted = json({ data: [{ permission: 'pages_manage_posts', status: 'granted' }] })
  const page = { id: '1', name: 'A', access_token: 'EAAGpage', tasks: ['ANALYZE'] }
  const { tools } = stage(manifest, token, token, granted, json({ data: [page] }))
  const failure = await failureOf(facebook.exchange({ code: 'abc' }, {}, tools))
  assert.deepEqual([failure.kind, failure.code], ['rejected', 'no_account'])

  const declined = json({ data: [{ permission: 'pages_manage_posts', status: 'declined' }] })
  const without = stage(manifest, token, token, declined)
  assert.equal(
    (await failureOf(facebook.exchange({ code: 'abc' }, {}, without.tools))).code,
    'missing_scope',
  )
})

test('refreshing renews the person’s token and the Page’s; a lost role asks for a person', async () => {
  const token = json({ access_token: 'EAAGuser-new', expires_in: 5_183_944 })
  const page = { id: '1055', name: 'A', access_token: 'EAAGpage-new' }
  const good = stage(manifest, token, json({ data: [page] }))
  const { secret } = await facebook.refresh(account, good.tools)
  assert.deepEqual(secret, { access_token: 'EAAGpage-new', user_token: 'EAAGuser-new' })
  const gone = stage(manifest, token, json({ data: [] }))
  assert.equal((await failureOf(facebook.refresh(account, gone.tools))).kind, 'reconnect')
  const dead = stage(manifest, refused(190, 460))
  assert.equal((await failureOf(facebook.refresh(account, dead.tools))).kind, 'reconnect')
  const down = stage(manifest, refused(2))
  assert.equal((await failureOf(facebook.refresh(account, down.tools))).kind, 'later')
})

test('numbers: a story is asked by names of its own, which no other post takes', async () => {
  const invalid = refused(100, undefined, { message: 'The value must be a valid insights metric' })
  const value = (name: string, count: number) => ({ name, values: [{ value: count }] })
  const told = json({
    data: [value('story_media_view', 9), value('story_total_media_view_unique', 4)],
  })
  const { tools, asked } = stage(manifest, json({ id: '77' }), invalid, told)
  const found = await facebook.metrics?.(['77'], account, tools)
  assert.deepEqual([found?.get('77')], [{ ...nothing, impressions: 9, reach: 4, shares: 0 }])
  assert.equal(
    asked[2]?.url.searchParams.get('metric'),
    'STORY_MEDIA_VIEW,STORY_TOTAL_MEDIA_VIEW_UNIQUE',
  )
})

test('numbers: a post nobody shared has none, a metric taken away leaves the others', async () => {
  const post = json({
    id: '1055_77',
    reactions: { summary: { total_count: 5 } },
    comments: { summary: { total_count: 2 } },
  })
  const invalid = refused(100, undefined, { message: 'The value must be a valid insights metric' })
  const { tools } = stage(manifest, post, invalid, invalid)
  const found = await facebook.metrics?.(['1055_77'], account, tools)
  assert.deepEqual(found?.get('1055_77'), {
    reach: null,
    impressions: null,
    likes: 5,
    comments: 2,
    shares: 0,
    engagements: 7,
  })
})
