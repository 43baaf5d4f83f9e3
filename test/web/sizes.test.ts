/** Counts of bytes in the service's sentences are read as sizes, and no two that differ look alike. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inSizes } from '../../web/src/words/sizes.ts'

test('what a file may have and has is said as people say it, in the sentence of the service', () => {
  for (const [told, read] of [
    [
      'X (ada) takes at most 8388608 bytes of image/png; a.png has 9100000 bytes.',
      'X (ada) takes at most 8 MB of image/png; a.png has 9.1 MB.',
    ],
    [
      'Bluesky (ada) takes at most 2000000 bytes of image/png; a.png has 2000001 bytes.',
      'Bluesky (ada) takes at most 2,000,000 bytes of image/png; a.png has 2,000,001 bytes.',
    ],
    [
      'Google Business (Café) takes at least 10240 bytes; a.jpg has 512 bytes.',
      'Google Business (Café) takes at least 10 kB; a.jpg has 512 bytes.',
    ],
    [
      'At most 3145728 bytes (3 MB) inside of a call; use source local for more.',
      'At most 3 MB inside of a call; use source local for more.',
    ],
    // How long a text may be is counted, not weighed.
    ['YouTube (ada) takes at most 5000 bytes; this has 5001.', undefined],
  ] as const)
    assert.equal(inSizes(told), read ?? told)
})
