import assert from 'node:assert/strict'
import { test } from 'node:test'
import { familyOf, fit, ruleFor } from './fit.ts'

const small = { width: 100, height: 80, animated: false }
const jpegs = { types: ['image/jpeg'], max_bytes: 1000 }
const jpeg = { mime_type: 'image/jpeg', max_bytes: 1000 }

for (const [name, file, takes, how] of [
  [
    'a file of the right type and size',
    { mime_type: 'image/jpeg', size_bytes: 1000 },
    jpegs,
    'as it is',
  ],
  ['an image of another type', { mime_type: 'image/webp', size_bytes: 10 }, jpegs, jpeg],
  ['an image that is too large', { mime_type: 'image/jpeg', size_bytes: 1001 }, jpegs, jpeg],
  [
    'a GIF where GIFs are not taken',
    { mime_type: 'image/gif', size_bytes: 10 },
    jpegs,
    'not at all',
  ],
  [
    'a video where images are taken',
    { mime_type: 'video/mp4', size_bytes: 10 },
    jpegs,
    'not at all',
  ],
  [
    'an image where only PNG is taken',
    { mime_type: 'image/webp', size_bytes: 10 },
    { ...jpegs, types: ['image/png'] },
    'not at all',
  ],
  [
    'a family that the platform does not take',
    { mime_type: 'image/jpeg', size_bytes: 10 },
    undefined,
    'not at all',
  ],
] as const) {
  test(`${name}: ${typeof how === 'string' ? how : 'as a JPEG'}`, () =>
    assert.deepEqual(fit({ ...small, ...file }, takes), how))
}

test('a moving picture is not made into one that stands still', () => {
  const file = { ...small, mime_type: 'image/webp', size_bytes: 10, animated: true }
  assert.equal(fit(file, jpegs), 'not at all')
  assert.equal(fit(file, { ...jpegs, types: ['image/webp'] }), 'as it is')
})

test('an image whose shorter side is too long is made smaller, in that form', () => {
  const takes = { ...jpegs, max_short_side: 1080 }
  const file = { mime_type: 'image/jpeg', size_bytes: 10, animated: false }
  assert.equal(fit({ ...file, width: 4000, height: 1080 }, takes), 'as it is')
  assert.deepEqual(fit({ ...file, width: 1200, height: 1081 }, takes), {
    ...jpeg,
    max_short_side: 1080,
  })
  assert.equal(fit({ ...file, width: null, height: null }, takes), 'as it is')
  assert.equal(fit({ ...file, animated: true, width: 1200, height: 1081 }, takes), 'not at all')
})

test('files are of one family, or of none', () => {
  const media = { image: { max: 1 }, gif: { max: 2 }, video: { max: 3 }, mixed: { max: 9 } }
  const family = (...types: string[]) =>
    familyOf(
      types.map((mime_type) => ({ mime_type })),
      media,
    )
  assert.equal(family('image/png', 'image/jpeg'), 'image')
  assert.equal(family('image/gif'), 'gif')
  assert.equal(family('image/png', 'image/gif'), undefined)
  assert.equal(family('application/pdf'), undefined)
  assert.equal(family(), undefined)
})

test('each file has the rule of its family', () => {
  const media = { image: 'image', gif: 'gif', video: 'video', document: 'document' }
  const rule = (mime_type: string, rules: Parameters<typeof ruleFor<string>>[1] = media) =>
    ruleFor(mime_type, rules, [{ mime_type }])
  assert.equal(rule('image/png'), 'image')
  assert.equal(rule('image/gif'), 'gif')
  assert.equal(rule('image/gif', { image: 'image' }), 'image')
  assert.equal(rule('video/mp4'), 'video')
  assert.equal(rule('application/pdf'), 'document')
  assert.equal(rule('video/mp4', { image: 'image' }), undefined)
})

test('a picture beside a video is its cover where there are covers, and a picture where there are none', () => {
  const files = [{ mime_type: 'image/jpeg' }, { mime_type: 'video/mp4' }]
  const media = { image: 'image', video: 'video', cover: 'cover' }
  assert.equal(ruleFor('image/jpeg', media, files), 'cover')
  assert.equal(ruleFor('image/jpeg', media, files.slice(0, 1)), 'image')
  assert.equal(ruleFor('image/jpeg', { image: 'image', video: 'video' }, files), 'image')
  assert.equal(ruleFor('video/mp4', media, files), 'video')
})
