/**
 * What must hold whatever a platform, strangers, clocks and our own processes do, as long as that holds on which a proof rests.
 * `npm run judge -- --seeds 20000` plays as many worlds as one likes.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { play } from './strange-world.ts'

const SEEDS = 500

test('in every world a step is out once, told truly, and comes to an end', () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    assert.deepEqual(play(seed).violations, [], `seed ${seed}`)
  }
})
