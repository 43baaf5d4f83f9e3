/** What platforms say to a file of the library: the same, whether a post is held against it, one file is asked about, or many are looked through. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { fittingOf } from '#operations/media/parts/fitting.ts'
import { manifests } from '#platforms/catalog.ts'
import type { Body } from '../service.ts'
import { newMedia } from '../surfaces/kit.ts'
import { openRehearsal, Refused } from '../surfaces/rehearsed.ts'

const { service, write } = await openRehearsal()
after(() => service[Symbol.asyncDispose]())

const Told = z.looseObject({
  fitting: z.array(
    z.object({
      platform: z.string(),
      name: z.string(),
      as: z.string(),
      fits: z.boolean(),
      problems: z.array(z.string()),
      warnings: z.array(z.string()),
    }),
  ),
})

async function fittingIn(id: number) {
  const { status, body } = await service.rest('GET', `/api/media/${id}?fitting=true`)
  assert.equal(status, 200)
  return Told.parse(body).fitting
}

test('each kind of post of each platform says whether it takes a file, and why not, as a post is told', async () => {
  const tall = await newMedia(service, {
    original_name: 'tall.jpg',
    mime_type: 'image/jpeg',
    width: 900,
    height: 1600,
  })
  const told = await fittingIn(tall)
  assert.deepEqual([...new Set(told.map(({ platform }) => platform))], Object.keys(manifests))
  const [post, reel, story] = told.filter(({ platform }) => platform === 'instagram')
  assert.deepEqual(
    [post, reel, story].map((each) => [each?.as, each?.fits]),
    [
      ['post', false],
      ['reel', false],
      ['story', true],
    ],
  )
  const { body } = await write('instagram', [tall])
  const { errors } = Refused.parse(body)
  const said = errors['media_ids.0']?.map((text) => text.replace(/ \([^()]*\) takes/, ' takes'))
  assert.deepEqual(post?.problems, said)
  const youtube = told.filter(({ platform }) => platform === 'youtube')
  assert.deepEqual(
    youtube.map((each) => [each.as, each.fits]),
    [
      ['post', false],
      ['cover', true],
    ],
  )
  const plain = await service.rest('GET', `/api/media/${tall}`)
  assert.equal(plain.body['fitting'], undefined)
})

test('captions go where they are taken', async () => {
  const id = await newMedia(service, { original_name: 'words.srt', mime_type: 'text/srt' })
  const told = await fittingIn(id)
  const takes = told.filter(({ fits }) => fits).map(({ platform }) => platform)
  assert.deepEqual(takes, ['youtube'])
  assert.match(
    told.find(({ platform }) => platform === 'x')?.problems[0] ?? '',
    /X takes no captions/,
  )
})

const types = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'video/x-m4v',
  'audio/mpeg',
  'application/pdf',
  'text/srt',
]
/** Round numbers, those of the rules, and their neighbours. */
const edges = Object.values(manifests).flatMap(({ media, kinds = {} }) =>
  [media, ...Object.values(kinds).map((kind) => kind.media)].flatMap((rules) =>
    Object.values({ ...rules, mixed: undefined }).filter((each) => each !== undefined),
  ),
)
const about = (values: readonly (number | undefined)[], most: number) =>
  fc.oneof(
    fc.integer({ min: 1, max: most }),
    fc.constantFrom(
      ...new Set(
        values
          .flatMap((each) => (each ? [each - 1, each, each + 1] : []))
          .filter((each) => each > 0),
      ),
    ),
  )
const side = about(
  edges.flatMap((each) => [
    each.min_width,
    each.max_width,
    each.min_height,
    each.max_height,
    each.max_short_side,
  ]),
  8000,
)
const file = fc.record({
  mime_type: fc.constantFrom(...types),
  size_bytes: about(
    edges.flatMap(({ min_bytes, max_bytes }) => [min_bytes, max_bytes]),
    2 ** 34,
  ),
  width: fc.option(fc.oneof(side, fc.constant(0))),
  height: fc.option(side),
  duration: fc.option(
    about(
      edges.flatMap(({ min_duration, max_duration }) => [min_duration, max_duration]),
      20_000,
    ),
  ),
  animated: fc.boolean(),
})

test('the list of what a platform does not take is the list of files that it refuses one by one', async () => {
  const files = fc.sample(file, { numRuns: 400, seed: 7 })
  const ids: number[] = []
  for (const each of files) ids.push(await newMedia(service, { original_name: 'one', ...each }))
  let refused = 0
  for (const platform of Object.keys(manifests)) {
    const found = new Set<number>()
    for (let page = 1; ; page++) {
      const { body } = await service.rest(
        'GET',
        `/api/media?unfit_for=${platform}&per_page=200&page=${page}`,
      )
      for (const { id } of body['data'] as Body[]) found.add(Number(id))
      if (body['next_page_url'] === null) break
    }
    for (const [index, each] of files.entries()) {
      const id = ids[index] ?? 0
      const item = { id, original_name: 'one', alt_text: null, ...each }
      const fits = fittingOf(item, manifests).some((way) => way.platform === platform && way.fits)
      assert.equal(found.has(id), !fits, `${platform}: ${JSON.stringify(each)}`)
      if (!fits) refused++
    }
  }
  assert.ok(refused > 400 && refused < 400 * Object.keys(manifests).length)
})

test('a platform that is not there is refused by name', async () => {
  for (const path of ['/api/media', '/api/media.zip']) {
    const { status, body } = await service.rest('GET', `${path}?unfit_for=myspace`)
    assert.equal(status, 422)
    assert.match(JSON.stringify(body['errors']), /Name a platform that exists here: /)
  }
})
