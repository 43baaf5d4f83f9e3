import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { copyOf, mutations, tryOut } from './mutations.ts'

const flags = ['--only', 'steps', '--platforms', 'x', '--lanes', '1', '--seed', '1']

// They wait for leases to run out more than they work, so they may as well wait together.
void suite('the experiment', { concurrency: true }, () => {
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
      const { passed, output } = await tryOut(copy.folder, [...flags, '--match', mutation.match])
      assert.ok(!passed, `Nothing was found:\n${output}`)
    })
  }
})
