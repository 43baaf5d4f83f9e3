/**
 * A reporter of node --test: what failed, as it fails, since the other one tells why at the very end only; then how long each
 * file took, the slowest first, so that what makes the suite long is seen.
 */
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

export default async function* times(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const seconds = new Map<string, number>()
  for await (const { type, data } of events) {
    if (type === 'test:fail')
      yield `FAILED  ${data.name}  (${data.file ?? ''})\n${inspect(data.details.error.cause ?? data.details.error)}\n\n`
    // A file is a test of its own, by its name: within a group (test/group.ts), or where node's runner ran it by itself.
    if (type !== 'test:complete' || !data.name.endsWith('.test.ts')) continue
    seconds.set(data.name, data.details.duration_ms / 1000)
  }
  const slowest = [...seconds].toSorted(([, a], [, b]) => b - a)
  for (const [file, took] of slowest) yield `${took.toFixed(1).padStart(7)}  ${file}\n`
}
