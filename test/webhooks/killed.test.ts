import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killedWebhooks } from '../../chaos/webhooks.ts'

test('workers that are killed between settling, numbering and sending keep nothing from a webhook', async (t) => {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const good = await killedWebhooks({
    seed: 7,
    posts: 12,
    kills: 2,
    workers: 2,
    keep: false,
    say,
  })
  for (const line of lines) t.diagnostic(line)
  assert.ok(good, lines.join('\n'))
})
