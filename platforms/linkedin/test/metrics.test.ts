import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorized, openBench, publicationOf } from '../../../test/platform-bench.ts'
import { drive } from '../../../test/reference-driver.ts'
import { failureOf, type Reply, stage, told } from '../../kit/test/stage.ts'
import { allow } from '#sandbox/service/person.ts'
import { MEMBER_ANALYTICS, manifest } from '../manifest.ts'
import { metrics } from '../metrics.ts'
import { account, denied, page, pagesOf } from './testing.ts'

const member = { ...account, settings: { kind: 'profile', analytics: true } }
const SHARE = 'urn:li:share:71'
const UGC = 'urn:li:ugcPost:72'
const NULL = {
  reach: null,
  impressions: null,
  likes: null,
  comments: null,
  shares: null,
  engagements: null,
}

const totals = {
  clickCount: 40,
  likeCount: 5,
  commentCount: 2,
  shareCount: 1,
  impressionCount: 900,
  uniqueImpressionsCount: 600,
  engagement: 0.05,
}
const NUMBERS = { reach: 600, impressions: 900, likes: 5, comments: 2, shares: 1, engagements: 8 }
const statistics = (...elements: object[]): Reply => ({ json: { elements, paging: {} } })
test('a Page’s numbers come in one call, shares and other posts in lists of their own', async () => {
  const { tools, asked } = stage(
    manifest,
    statistics(
      { share: SHARE, totalShareStatistics: totals },
      { ugcPost: UGC, totalShareStatistics: { ...totals, likeCount: -3 } },
    ),
  )
  const found = await metrics([SHARE, UGC, 'urn:li:activity:1'], page, tools)
  assert.deepEqual(
    [...found],
    [
      [SHARE, NUMBERS],
      [UGC, { ...NUMBERS, likes: 0, engagements: 3 }],
    ],
  )
  assert.equal(
    asked[0]?.url.href,
    'https://platform.test/api/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=urn%3Ali%3Aorganization%3A99&shares=List(urn%3Ali%3Ashare%3A71)&ugcPosts=List(urn%3Ali%3AugcPost%3A72)',
  )
  assert.equal(asked[0].headers['x-restli-method'], 'FINDER')
})

test('a Page’s post that the statistics leave out has no activity, or is gone', async () => {
  const results = { [SHARE]: { id: SHARE } }
  const errors = { [UGC]: { status: 404, message: 'Not found' } }
  const { tools, asked } = stage(manifest, statistics(), { json: { results, errors } })
  const found = await metrics([SHARE, UGC], page, tools)
  const none = { reach: 0, impressions: 0, likes: 0, comments: 0, shares: 0, engagements: 0 }
  assert.deepEqual(
    [...found],
    [
      [SHARE, none],
      [UGC, 'gone'],
    ],
  )
  const { pathname, search } = asked[1]?.url ?? assert.fail()
  assert.equal(pathname, '/api/rest/posts')
  assert.equal(search, '?ids=List(urn%3Ali%3Ashare%3A71,urn%3Ali%3AugcPost%3A72)')
  assert.equal(asked[1]?.headers['x-restli-method'], 'BATCH_GET')

  const blind = stage(manifest, statistics(), denied)
  assert.deepEqual([...(await metrics([SHARE], page, blind.tools))], [[SHARE, none]])
})

test('a member’s numbers are asked for one by one, and never added up from half of them', async () => {
  const count = (number: number): Reply => ({ json: { elements: [{ count: number }] } })
  const { tools, asked } = stage(
    manifest,
    count(5),
    { json: { elements: [] } },
    count(1),
    count(900),
    count(600),
  )
  const found = await metrics([UGC], member, tools)
  const numbers = { ...NUMBERS, comments: null, engagements: null }
  assert.deepEqual([...found], [[UGC, numbers]])
  assert.deepEqual(
    asked.map(({ url }) => url.searchParams.get('queryType')),
    ['REACTION', 'COMMENT', 'RESHARE', 'IMPRESSION', 'MEMBERS_REACHED'],
  )
  assert.match(asked[0]?.url.search ?? '', /&entity=\(ugc:urn%3Ali%3AugcPost%3A72\)&/)
})

const silent = Array.from({ length: 5 }, (): Reply => ({ json: { elements: [] } }))

test('a member’s post of which LinkedIn has no number is asked for again later', async () => {
  const { tools } = stage(manifest, ...silent)
  assert.equal((await metrics([SHARE], member, tools)).size, 0)
})

test('a member’s post that LinkedIn does not know is gone', async () => {
  const { tools } = stage(manifest, { status: 404, json: { status: 404, message: 'No' } })
  assert.deepEqual([...(await metrics([SHARE], member, tools))], [[SHARE, 'gone']])
})

test('what was told before a limit is kept', async () => {
  const five = Array.from({ length: 5 }, (): Reply => ({ json: { elements: [{ count: 1 }] } }))
  const limited: Reply = { status: 429, json: { status: 429, message: 'DAY limit' } }
  const { tools } = stage(manifest, ...five, limited)
  assert.deepEqual([...(await metrics([SHARE, UGC], member, tools)).keys()], [SHARE])
  const at = stage(manifest, limited)
  assert.match(told(await failureOf(metrics([SHARE], member, at.tools))), /^later rate_limited/)
})

test('whoever may not ask is told nothing, and nobody has to connect again', async () => {
  const none = stage(manifest)
  assert.deepEqual([...(await metrics([SHARE], account, none.tools))], [[SHARE, NULL]])
  for (const who of [member, page]) {
    const { tools } = stage(manifest, denied)
    assert.deepEqual([...(await metrics([SHARE], who, tools))], [[SHARE, NULL]])
  }
})

test('a Page’s administrator is told numbers that grow; who may only write is told none', async () => {
  await using bench = await openBench('linkedin')
  const { connector, tools } = bench
  const { mine, editors } = await pagesOf(bench)
  assert.deepEqual([mine.username, editors.username], ['lindenhof-tools', 'harbour-coffee'])
  const post = async (who: typeof mine) => {
    const journal = { saved: {}, begun: {} }
    const publication = publicationOf({ text: 'Count me' })
    const { receipt } = await drive({ connector, tools, account: who, publication, journal })
    return receipt.platform_post_id ?? assert.fail('it has no number')
  }
  const [ours, theirs] = [await post(mine), await post(editors)]
  const gone = ours.replace(/\d+$/, '7')
  const first = await metrics([ours, gone], mine, tools)
  assert.deepEqual(
    [first.get(ours), first.get(gone)],
    [{ reach: 0, impressions: 0, likes: 0, comments: 0, shares: 0, engagements: 0 }, 'gone'],
  )
  bench.sandbox.clock.advance(3 * 86_400_000)
  const later = (await metrics([ours], mine, tools)).get(ours)
  assert.ok(later && later !== 'gone' && (later.impressions ?? 0) > (later.reach ?? 0))
  assert.deepEqual((await metrics([theirs], editors, tools)).get(theirs), NULL)
})

test('the permission for a member’s numbers is remembered where it was given', async () => {
  for (const more of [[], [MEMBER_ANALYTICS]]) {
    await using bench = await openBench('linkedin')
    const { connector, tools, person } = bench
    tools.config.scopes = [...manifest.scopes, ...more]
    const { answer, keep } = await authorized(bench, person, allow)
    const [offered] = await connector.exchange(answer, keep, tools)
    assert.equal(offered?.settings['analytics'], more.length > 0)
  }
})
