import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { placesOf, plainName } from './filenames.ts'

const at = (folder: string | null, original_name: string) => ({ folder, original_name })

test('files lie in their folders, and none lies over another', () => {
  const files = [
    at(null, 'apple.png'),
    at(null, 'Apple.png'),
    at(null, 'apple (2).png'),
    at('shop/apples', 'apple.png'),
    at('shop/ /apples/', 'apple.png'),
    at(null, 'README'),
    at(null, 'README'),
    at(null, 'shop'),
  ]
  assert.deepEqual(placesOf(files), [
    'apple.png',
    'Apple (2).png',
    'apple (2) (2).png',
    'shop/apples/apple.png',
    'shop/apples/apple (2).png',
    'README',
    'README (2)',
    'shop (2)',
  ])
})

test('no name leads out of its folder, or means something to a system', () => {
  const [out, dots, device, end] = placesOf([
    at('../../etc', '../passwd.png'),
    at('..', '...'),
    at('CON', 'nul.png'),
    at('C:\\x', 'clip.mp4. '),
  ])
  assert.equal(out, '_/_/etc/__passwd.png')
  // Another lies in a folder of that name.
  assert.equal(dots, '_/_ (2)')
  assert.equal(device, '_CON/_nul.png')
  assert.equal(end, 'C__x/clip.mp4_')
})

test('whatever files are called, their places are different, plain and theirs', () => {
  const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 })
  const file = fc.record({ folder: fc.option(name), original_name: name })
  fc.assert(
    fc.property(fc.array(file, { maxLength: 30 }), (files) => {
      const places = placesOf(files)
      assert.equal(new Set(places.map((each) => each.toLowerCase())).size, files.length)
      for (const place of places) {
        assert.doesNotMatch(place, /[\p{Cc}\\:*?"<>|]/u)
        assert.ok(
          place.split('/').every((each) => each && !/^\.|[. ]$/.test(each)),
          place,
        )
      }
    }),
  )
})

test('of a long name the end is kept', () => {
  const plain = plainName(`${'a'.repeat(300)}.png`)
  assert.equal(plain.length, 150)
  assert.ok(plain.endsWith('.png'))
})
