/** Files are held against the rules of every platform when a post is written: rule, limit and what was measured. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { manifests } from '#platforms/catalog.ts'
import type { MediaRule, MediaRules } from '#platforms/platform.ts'
import type { NewMedia } from '#store/media.ts'
import { newMedia } from './kit.ts'
import { openRehearsal, Refused, Taken } from './rehearsed.ts'

const { service, write } = await openRehearsal()
after(() => service[Symbol.asyncDispose]())

/** What is said of the files; other fields of the post may be wrong as well. */
async function complaints(platform: string, media_ids: number[], kind?: string) {
  const { body } = await write(platform, media_ids, kind)
  const { errors } = Refused.safeParse(body).data ?? { errors: {} }
  return Object.entries(errors).flatMap(([field, texts]) =>
    field.startsWith('media_ids') ? texts : [],
  )
}

const valueOf = (ratio: string) => {
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  return width / height
}

/** A file that the rule takes. */
function good(rule: MediaRule): Partial<NewMedia> {
  const [mime_type = ''] = rule.types
  const ratio = valueOf(rule.best_ratio ?? '1:1')
  const height = Math.max(1000, rule.min_height ?? 0, Math.ceil((rule.min_width ?? 0) / ratio))
  const width = Math.round(height * ratio)
  const size_bytes = Math.max(1000, rule.min_bytes ?? 0)
  const duration = mime_type.startsWith('video/') ? Math.max(5, rule.min_duration ?? 0) : null
  return { original_name: 'file', mime_type, size_bytes, width, height, duration }
}

/** Files that break one limit each, with words that must be in the refusal: the limit and the measured value. */
function* bad(rule: MediaRule): Iterable<[string, Partial<NewMedia>, RegExp]> {
  const fine = good(rule)
  const { min_bytes, min_duration, max_duration, ratio, max_pixels } = rule
  if (min_bytes) yield ['too few bytes', { ...fine, size_bytes: 7 }, words(min_bytes, 'file has 7')]
  if (min_duration) {
    const short = min_duration / 2
    yield ['too short', { ...fine, duration: short }, words(min_duration, `file has ${short} s`)]
  }
  if (max_duration) {
    const long = max_duration + 1
    yield ['too long', { ...fine, duration: long }, words(max_duration, `file has ${long} s`)]
  }
  if (ratio) {
    const wide = { ...fine, height: 100, width: Math.ceil(valueOf(ratio.max) * 130) }
    yield ['too wide', wide, words(ratio.max, `(${wide.width} × 100)`)]
    const height = Math.ceil(130 / valueOf(ratio.min))
    yield ['too tall', { ...fine, width: 100, height }, words(ratio.min, `(100 × ${height})`)]
  }
  for (const [side, edge] of [
    ['min_width', 'width'],
    ['min_height', 'height'],
    ['max_width', 'width'],
    ['max_height', 'height'],
  ] as const) {
    const limit = rule[side]
    if (limit === undefined) continue
    const value = side.startsWith('min') ? limit - 1 : limit + 1
    yield [side, { ...fine, [edge]: value }, words(`${limit} pixels`, `${value}`)]
  }
  if (max_pixels) {
    const many = { ...fine, width: 10_000, height: 10_000 }
    yield ['too many pixels', many, words(max_pixels, '10000 × 10000')]
  }
}

function words(limit: string | number, measured: string) {
  const plain = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`${plain(String(limit))}[^;]*; .*${plain(measured)}`)
}

/** A cover has no place of its own: below. Neither have captions, which go with a video (test/media/captions.test.ts). */
function families(rules: MediaRules) {
  const { mixed: _, cover: __, captions: ___, ...media } = rules
  return Object.entries(media)
}

/** The rules of every platform, by kind of post. */
function* everyRule(): Iterable<[string, string | undefined, string, MediaRule]> {
  for (const [platform, manifest] of Object.entries(manifests)) {
    for (const [family, rule] of families(manifest.media)) yield [platform, undefined, family, rule]
    for (const [kind, { media }] of Object.entries(manifest.kinds ?? {}))
      for (const [family, rule] of families(media)) yield [platform, kind, family, rule]
  }
}

for (const [platform, kind, family, rule] of everyRule()) {
  const where = `${platform}${kind ? ` as a ${kind}` : ''}, ${family}`
  test(`${where}: what keeps the limits is taken`, async () => {
    assert.deepEqual(await complaints(platform, [await newMedia(service, good(rule))], kind), [])
  })
  for (const [what, file, message] of bad(rule))
    test(`${where}: ${what} is refused with the limit and the measure`, async () => {
      const said = await complaints(platform, [await newMedia(service, file)], kind)
      assert.match(said.join('\n'), message)
    })
}

test('the capabilities tell every rule that posts are held against, by kind', async () => {
  const { body } = await service.rest('GET', '/api/capabilities')
  const Rules = z.object({ media: z.record(z.string(), z.unknown()) })
  const Told = z.object({
    platforms: z.record(z.string(), Rules.extend({ kinds: z.record(z.string(), Rules) })),
  })
  const { platforms } = Told.parse(body)
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
  for (const [platform, kind, family, rule] of everyRule()) {
    const rules = platforms[platform]
    const told = kind === undefined ? rules : rules?.kinds[kind]
    assert.deepEqual(told?.media[family], plain(rule), `${platform} ${kind} ${family}`)
  }
})

test('every kind is a value of the option that chooses it', () => {
  for (const [platform, { kinds = {}, options }] of Object.entries(manifests))
    for (const kind of Object.keys(kinds))
      assert.deepEqual(options.pick({ kind: true }).parse({ kind }), { kind }, platform)
})

test('a picture on the edge of a ratio passes: pixels are whole', async () => {
  const edges = [
    [1080, 1350],
    [1080, 566],
    [1080, 565],
  ] as const
  for (const [width, height] of edges) {
    const file = { mime_type: 'image/jpeg', width, height }
    assert.deepEqual(await complaints('instagram', [await newMedia(service, file)]), [])
  }
  const tall = { original_name: 'tall.png', mime_type: 'image/png', width: 900, height: 1600 }
  const [said, ...others] = await complaints('instagram', [await newMedia(service, tall)])
  assert.equal(
    said?.replace(/\(account-\w+\)/, '(ada)'),
    'Instagram (ada) takes width to height from 4:5 to 1.91:1; tall.png has 0.563:1 (900 × 1600). Crop it.',
  )
  assert.deepEqual(others, [])
})

test('what was never measured breaks no rule', async () => {
  const file = { mime_type: 'image/jpeg', width: null, height: null }
  assert.deepEqual(await complaints('instagram', [await newMedia(service, file)]), [])
})

test('a ratio that a platform only advises is warned of', async () => {
  const file = { original_name: 'a.jpg', mime_type: 'image/jpeg', width: 1600, height: 900 }
  const { body } = await write('instagram', [await newMedia(service, file)], 'story')
  const { warnings } = Taken.parse(body)
  assert.match(warnings.join('\n'), /as a story is best at 9:16; a\.jpg has 1\.78:1/)
})

test('files of different kinds are counted together where they may be mixed', async () => {
  const [image, video] = [{ mime_type: 'image/jpeg' }, { mime_type: 'video/mp4', duration: 9 }]
  const ids: number[] = []
  for (let at = 0; at < 6; at++)
    for (const file of [image, video]) ids.push(await newMedia(service, file))
  const said = await complaints('instagram', ids)
  assert.match(said.join('\n'), /at most 10 files together; this has 12\./)
})

for (const [platform, { media }] of Object.entries(manifests)) {
  const { cover, video, image } = media
  if (!cover || !video) continue
  test(`${platform} takes one picture beside a video, as its cover`, async () => {
    const clip = await newMedia(service, good(video))
    const picture = await newMedia(service, good(cover))
    assert.deepEqual(await complaints(platform, [clip, picture]), [])
    assert.deepEqual(await complaints(platform, [picture, clip]), [])
    const second = await newMedia(service, good(cover))
    const many = await complaints(platform, [clip, picture, second])
    assert.match(many.join('\n'), /takes at most 1 of image\/jpeg, image\/png; this has 2\./)
    const alone = await complaints(platform, [picture])
    if (image) assert.deepEqual(alone, [])
    else assert.match(alone.join('\n'), /does not take image\/jpeg/)
    const gif = await newMedia(service, { ...good(cover), mime_type: 'image/gif' })
    assert.match((await complaints(platform, [clip, gif])).join('\n'), /does not take image\/gif/)
  })
}
