/**
 * `MUTATIONS=1 npm test -- chaos/mutations.test.ts`: whether the experiment finds what is broken on purpose. It keeps both cores
 * busy for minutes and says something new only when the experiment or the engine’s leases change: no part of `npm test` by itself.
 */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { copyOf, mutations, tryOut } from './mutations.ts'

/** What is broken must come to light at least once. */
const TRIES = 4

const skip = process.env['MUTATIONS'] !== '1' && 'MUTATIONS is not set'

const flags = ['--only', 'steps', '--platforms', 'x', '--lanes', '1', '--seed', '1']

// They wait for leases to run out more than they work, so they may as well wait together.
void suite('the experiment', { concurrency: true, skip }, () => {
  test('passes on the engine as it is, at the steps where the broken ones fail', async () => {
    await using copy = await copyOf(undefined)
    const match = mutations.map((each) => each.match).join('|')
    const { passed, output } = await tryOut(copy.folder, [...flags, '--match', match])
    assert.ok(passed, output)
    assert.match(output, / ([3-9]|\d\d) stops of/)
  })

  for (const mutation of mutations) {
    test(`fails when ${mutation.name}`, async () => {
      await using copy = await copyOf(mutation)
      const told: string[] = []
      // On a machine that is busy a lease may run out beside the fault: then another worker saves the post, as it should.
      while (told.length < TRIES) {
        const { passed, output } = await tryOut(copy.folder, [...flags, '--match', mutation.match])
        if (!passed) return
        told.push(output)
      }
      assert.fail(`Nothing was found:\n${told.join('\n')}`)
    })
  }
})
