import assert from 'node:assert/strict'
import { z } from 'zod'
import type { Newcomer } from './stage.ts'

const Created = z.looseObject({ id: z.number() })
const Done = z.looseObject({
  outcome: z.string(),
  per_account: z.array(z.looseObject({ platform: z.string(), status: z.string() })),
})

/**
 * Starts, pastes the printed line, and finds the post on both accounts. `command`: instead of `npm start`. `meanwhile`: what
 * else is done while it runs.
 */
export async function publishes(
  newcomer: Newcomer,
  command?: readonly [string, ...string[]],
  meanwhile?: (service: string) => Promise<void>,
) {
  const started = await newcomer.start(command)
  try {
    const line = started.said.split('\n').find((each) => each.trim().startsWith('curl ')) ?? ''
    const { id } = Created.parse(JSON.parse(newcomer.paste(line)))
    const [, posts = '', authorization = ''] =
      /(http:\S+\/api\/posts) -H '([^']+)'/.exec(line) ?? assert.fail(line)
    const headers = { authorization: authorization.replace('Authorization: ', '') }
    const response = await fetch(`${posts}/${id}?wait=30`, { headers })
    const { outcome, per_account } = Done.parse(await response.json())
    assert.equal(outcome, 'published')
    assert.deepEqual(
      per_account.map(({ platform, status }) => `${platform} ${status}`).toSorted(),
      ['bluesky published', 'x published'],
    )
    for (const { platform } of per_account) {
      const answer = await fetch(`${started.sandbox_url}/_sandbox/${platform}/posts`)
      assert.equal(z.array(z.unknown()).parse(await answer.json()).length, 1)
    }
    await meanwhile?.(new URL(posts).origin)
  } finally {
    await started.stop()
  }
}
