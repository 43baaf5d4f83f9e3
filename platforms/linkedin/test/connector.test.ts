/** What the suite of all platforms does not ask: Pages, videos and documents, against the emulator. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accountOf,
  authorized,
  openBench,
  publicationOf,
  type Bench,
} from '../../../test/platform-bench.ts'
import { drive } from '../../../test/reference-driver.ts'
import { file } from '../../kit/test/files.ts'
import { allow } from '#sandbox/service/person.ts'
import { COMMENT_SCOPES, manifest, PAGE_SCOPES } from '../manifest.ts'

const scopes = [
  'openid',
  'profile',
  'w_member_social',
  ...PAGE_SCOPES,
  ...Object.values(COMMENT_SCOPES),
]

async function pageOf(bench: Bench) {
  const { connector, tools, emulator } = bench
  tools.config.scopes = scopes
  for (const person of emulator.people) {
    const { answer, keep } = await authorized(bench, person, allow)
    const offered = await connector.exchange(answer, keep, tools)
    assert.equal(offered[0]?.kind, 'profile')
    const page = offered.find(({ kind }) => kind === 'page')
    if (page) return { account: accountOf(page), person }
  }
  return assert.fail('somebody has a Page')
}

async function posted(bench: Bench, content: Parameters<typeof publicationOf>[0]) {
  const { connector, tools } = bench
  const { account } = await pageOf(bench)
  const publication = publicationOf(content)
  const journal = { saved: {}, begun: {} }
  return drive({ connector, tools, account, publication, journal })
}

test('a Page posts text, pictures, a video and a document, each with a comment', async () => {
  const size = 4_194_304 + 100_000
  for (const media of [
    [],
    [file('image/png', 5000)],
    [file('video/mp4', size)],
    [file('application/pdf', 9000)],
  ]) {
    await using bench = await openBench('linkedin')
    const text = `From (us) #news ${media[0]?.mime_type ?? ''}`
    const { receipt, warnings } = await posted(bench, { text, media, first_comment: 'And more' })
    assert.deepEqual(warnings, [])
    const [post, comment, ...others] = bench.emulator.posts()
    assert.equal(others.length, 0)
    assert.deepEqual([post?.id, post?.text.trim()], [receipt.platform_post_id, text.trim()])
    assert.equal(post?.media[0]?.bytes, media[0]?.size_bytes)
    assert.equal(comment?.reply_to, post?.id)
  }
})

for (const fault of ['landed_500', 'landed_cut', 'landed_garbage', 'refuse_500', 'cut_before']) {
  test(`a Page posts once, by looking, through ${fault}`, async () => {
    for (const media of [[], [file('image/png', 5000)]]) {
      await using bench = await openBench('linkedin')
      bench.emulator.faults.set({ account: '*', fault, on: 'post' })
      const { receipt } = await posted(bench, { text: `Through ${fault} (once)`, media })
      assert.deepEqual(
        bench.emulator.posts().map(({ id }) => id),
        [receipt.platform_post_id],
      )
    }
  })
}

test('a member whose post was lost adopts the post that its twin is a duplicate of', async () => {
  await using bench = await openBench('linkedin')
  bench.emulator.faults.set({ account: '*', fault: 'landed_500', on: 'post' })
  const { connector, tools, person } = bench
  const { answer, keep } = await authorized(bench, person, allow)
  const [offered] = await connector.exchange(answer, keep, tools)
  const publication = publicationOf({ text: 'Said once' })
  const journal = { saved: {}, begun: {} }
  const account = accountOf(offered ?? assert.fail())
  const { receipt } = await drive({ connector, tools, account, publication, journal })
  assert.deepEqual(
    bench.emulator.posts().map(({ id }) => id),
    [receipt.platform_post_id],
  )
})

test('without the permission for comments none is tried, and it is said of the account', async () => {
  await using bench = await openBench('linkedin')
  const { connector, tools, person } = bench
  tools.config.scopes = manifest.scopes
  const { answer, keep } = await authorized(bench, person, allow)
  const [offered] = await connector.exchange(answer, keep, tools)
  const account = accountOf(offered ?? assert.fail())
  assert.equal(manifest.may_comment?.(account), false)
  const publication = publicationOf({ text: 'Alone', first_comment: 'Not sent' })
  const journal = { saved: {}, begun: {} }
  const { warnings } = await drive({ connector, tools, account, publication, journal })
  assert.deepEqual([warnings, bench.emulator.posts().map(({ text }) => text)], [[], ['Alone']])
  // Connected before anybody asked.
  assert.equal(manifest.may_comment?.({ settings: { kind: 'profile' } }), true)
})
