import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  aPost,
  createdAt,
  login,
  openStore,
  png,
  reference,
  tid,
  withImages,
  type Account,
} from './testing.ts'

/** Puts each record, and compares what the server has against it; `undefined` for nothing. */
async function compare(me: Account, table: [unknown, string | undefined][]) {
  for (const [record, message] of table) {
    const { status, body } = await me.put(tid(1), record)
    const expected = message === undefined ? [200, undefined] : [400, message]
    assert.deepEqual([status, body['message']], expected, JSON.stringify(record).slice(0, 200))
  }
}

const wrong = (what: string, path: string) =>
  `Invalid app.bsky.feed.post record: ${what} at $.record${path}`

test('a post has 300 graphemes and 3,000 bytes, whichever is reached first', async () => {
  await using store = await openStore()
  const me = await login(store)
  const family = '👨‍👩‍👧‍👦'
  assert.equal(Buffer.byteLength(family), 25)
  await compare(me, [
    [aPost(''), undefined],
    [aPost('x'.repeat(300)), undefined],
    [aPost('x'.repeat(301)), wrong('grapheme too big (maximum 300, got 301)', '.text')],
    [aPost('é'.repeat(300)), undefined],
    [aPost('é'.repeat(301)), wrong('grapheme too big (maximum 300, got 301)', '.text')],
    [aPost(family.repeat(120)), undefined],
    [aPost(family.repeat(121)), wrong('string too big (maximum 3000, got 3025)', '.text')],
    [aPost('\r\n'.repeat(300)), undefined],
  ])
})

test('a post needs its fields, in their types', async () => {
  await using store = await openStore()
  const me = await login(store)
  await compare(me, [
    [{ createdAt }, wrong('Missing required key "text"', '')],
    [{ text: 'x' }, wrong('Missing required key "createdAt"', '')],
    [aPost('x', { text: 5 }), wrong('Expected string value type (got 5)', '.text')],
    [
      aPost('x', { createdAt: '2026-11-20 12:00' }),
      wrong('Invalid datetime (got "2026-11-20 12:00")', '.createdAt'),
    ],
    [
      aPost('x', { createdAt: '2026-11-20T12:00:00-00:00' }),
      wrong('Invalid datetime (got "2026-11-20T12:00:00-00:00")', '.createdAt'),
    ],
    [aPost('x', { createdAt: '2026-11-20T12:00:00+01:00' }), undefined],
    [aPost('x', { langs: ['en', 'pt-BR', 'de'] }), undefined],
    [
      aPost('x', { langs: ['en', 'fr', 'de', 'it'] }),
      wrong('array too big (maximum 3, got 4)', '.langs'),
    ],
    [aPost('x', { langs: ['EN-us'] }), undefined],
    [aPost('x', { langs: ['xx-a'] }), wrong('Invalid language (got "xx-a")', '.langs[0]')],
    [aPost('x', { langs: ['english!'] }), wrong('Invalid language (got "english!")', '.langs[0]')],
    [
      aPost('x', { tags: Array.from({ length: 9 }, String) }),
      wrong('array too big (maximum 8, got 9)', '.tags'),
    ],
    [
      aPost('x', { $type: 'app.bsky.feed.like' }),
      'Invalid $type: expected "app.bsky.feed.post", got "app.bsky.feed.like"',
    ],
    [aPost('x', { extra: 1.5 }), 'Invalid record: 1.5 is not an integer'],
    [aPost('x', { extra: 'kept' }), undefined],
  ])
})

test('a collection nobody knows is refused', async () => {
  await using store = await openStore()
  const me = await login(store)
  const json = { repo: me.did, collection: 'com.example.note', rkey: tid(1), record: { text: 'x' } }
  const { status, body } = await me.call('com.atproto.repo.putRecord', { json })
  assert.deepEqual([status, body['message']], [400, 'Lexicon not found: lex:com.example.note'])
})

test('facets are checked for their form, not against the text', async () => {
  await using store = await openStore()
  const me = await login(store)
  const facet = (byteStart: unknown, byteEnd: unknown, feature: object) => ({
    index: { byteStart, byteEnd },
    features: [{ $type: 'app.bsky.richtext.facet#link', uri: 'https://example.com', ...feature }],
  })
  const facets = (...list: object[]) => aPost('héllo wörld', { facets: list })
  await compare(me, [
    [facets(facet(3, 3, {})), wrong('byteStart must be before byteEnd', '.facets[0].index')],
    [
      facets(facet(-1, 3, {})),
      wrong('integer too small (minimum 0, got -1)', '.facets[0].index.byteStart'),
    ],
    [
      facets(facet(0, 3, { uri: 'example' })),
      wrong('Invalid uri (got "example")', '.facets[0].features[0].uri'),
    ],
    [
      facets(facet(0, 3, { $type: 'app.bsky.richtext.facet#mention', did: '@ada' })),
      wrong('Invalid DID (got "@ada")', '.facets[0].features[0].did'),
    ],
    [facets(facet(0, 3, {}), facet(2, 6, {}), facet(7, 13, {}), facet(9, 900, {})), undefined],
  ])
  const [post] = store.emulator.posts()
  const shown = post?.extra['facets']
  assert(Array.isArray(shown))
  const features = [{ type: 'link', value: 'https://example.com' }]
  assert.deepEqual(shown, [
    { start: 0, end: 3, text: 'hé', features, overlaps: false, outside: false },
    { start: 2, end: 6, text: '\ufffdllo', features, overlaps: true, outside: true },
    { start: 7, end: 13, text: 'wörld', features, overlaps: false, outside: false },
    { start: 9, end: 900, text: '\ufffdrld', features, overlaps: true, outside: true },
  ])
})

test('a post has at most four images, each with alt text and within its limits', async () => {
  await using store = await openStore()
  const me = await login(store)
  const image = await me.upload(png())
  const large = await me.upload(png(2_000_001))
  const words = await me.upload(png(), 'text/plain')
  const good = { alt: '', image: await me.upload(png(71)) }
  const at = (path: string) => `.embed.images${path}`
  await compare(me, [
    [withImages([good, good, good, good]), undefined],
    [withImages([good, good, good, good, good]), wrong('array too big (maximum 4, got 5)', at(''))],
    [withImages([{ image }]), wrong('Missing required key "alt"', at('[0]'))],
    [
      withImages([good, { alt: '', image: large }]),
      wrong('blob too big (maximum 2000000, got 2000001)', at('[1].image')),
    ],
    [
      withImages([{ alt: '', image: words }]),
      wrong('Expected "image/*" (got "text/plain")', at('[0].image')),
    ],
    [
      withImages([{ ...good, aspectRatio: { width: 0, height: 1 } }]),
      wrong('integer too small (minimum 1, got 0)', at('[0].aspectRatio.width')),
    ],
    [
      withImages([{ ...good, aspectRatio: { width: 1.5, height: 1 } }]),
      wrong('Expected integer value type (got 1.5)', at('[0].aspectRatio.width')),
    ],
    [
      withImages([{ alt: '', image: image.ref.$link }]),
      wrong(`Expected object value type (got "${image.ref.$link}")`, at('[0].image')),
    ],
  ])
})

test('the other embeds: card, quote, quote with media, video, gallery', async () => {
  await using store = await openStore()
  const me = await login(store)
  const quoted = reference(await me.put(tid(9), aPost('quoted')))
  const image = await me.upload(png())
  const clip = await me.upload(png(90), 'video/mp4')
  const external = { uri: 'https://example.com', title: 'Example', description: '' }
  const embeds: [object, string | undefined][] = [
    [{ $type: 'app.bsky.embed.external', external: { ...external, thumb: image } }, undefined],
    [
      { $type: 'app.bsky.embed.external', external: { uri: external.uri, title: 'x' } },
      wrong('Missing required key "description"', '.embed.external'),
    ],
    [{ $type: 'app.bsky.embed.record', record: quoted }, undefined],
    [
      { $type: 'app.bsky.embed.record', record: { ...quoted, cid: image.ref.$link } },
      `embed.record: ${quoted.uri} has cid ${quoted.cid}, not ${image.ref.$link}`,
    ],
    [
      {
        $type: 'app.bsky.embed.recordWithMedia',
        record: { $type: 'app.bsky.embed.record', record: quoted },
        media: { $type: 'app.bsky.embed.images', images: [{ alt: 'dot', image }] },
      },
      undefined,
    ],
    [{ $type: 'app.bsky.embed.video', video: clip, alt: 'a clip' }, undefined],
    [
      { $type: 'app.bsky.embed.video', video: image },
      wrong('Expected "video/mp4" (got "image/png")', '.embed.video'),
    ],
    [
      {
        $type: 'app.bsky.embed.gallery',
        items: [
          {
            $type: 'app.bsky.embed.gallery#image',
            alt: '',
            image,
            aspectRatio: { width: 1, height: 1 },
          },
        ],
      },
      undefined,
    ],
    [
      { $type: 'com.example.embed' },
      wrong(
        'Expected an object which includes a known "$type" property value type (got object)',
        '.embed.$type',
      ),
    ],
  ]
  await compare(
    me,
    embeds.map(([embed, message]) => [aPost('x', { embed }), message]),
  )
})
