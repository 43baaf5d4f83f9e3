/** Of a thread several things may be uncertain at once: none of them waits until another is sure. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watch } from '#publishing/watch.ts'
import { type Entry, Progress, type Send } from '#rules/progress.ts'
import { onStage } from './thread-stage.ts'

const MINUTE = 60_000
const PAUSES = [10, 50, 5 * 60, 18 * 60, 48 * 60]

/** Out, with the number of its last part owed, and with parts of which a second call was made, as after an answer that was lost. */
async function uncertain(engine: Awaited<ReturnType<typeof onStage>>, doubled: readonly string[]) {
  const began = engine.now()
  const id = await engine.thread('Of the ferry')
  await engine.run()
  const row = await engine.delivery(id)
  assert.equal(row.status, 'published', JSON.stringify(row))
  const steps = Progress.parse(row.steps)
  const after = (minutes: number) => new Date(began.getTime() + minutes * MINUTE).toISOString()
  const send = (at: string): Send => ({
    began_at: at,
    ended_at: at,
    clock: null,
    lost: 'silence',
    app: null,
    media: [],
  })
  steps['part_4'] = {
    result: { platform_post_id: null, platform_url: null },
    proof: 'key',
    sends: [send(after(0))],
  }
  for (const step of doubled)
    steps[step] = { ...steps[step], sends: [send(after(0)), send(after(1))] }
  await engine.db
    .updateTable('deliveries')
    .set({ steps: JSON.stringify(steps), watch_at: after(10), watches: 0 })
    .where('id', '=', row.id)
    .execute()
  return Object.assign(engine, {
    id,
    async rounds(most: number) {
      for (const pause of PAUSES.slice(0, most)) {
        engine.advance(pause * MINUTE)
        await watch(engine.db, engine.deps)
      }
      const { steps: kept, ...told } = await engine.delivery(id)
      return { ...told, steps: Progress.parse(kept) }
    },
  })
}

const owes = (entry: Entry | undefined) =>
  /"platform_post_id":null/.test(JSON.stringify(entry?.result))

test('a number that is owed is asked for although an earlier part was sent twice', async () => {
  await using stage = await onStage('threads')
  const engine = await uncertain(stage, ['post'])
  const { steps } = await engine.rounds(2)
  assert.ok(!owes(steps['part_4']))
})

test('…and the part that was sent twice is audited as long as if no number had been owed', async () => {
  await using stage = await onStage('threads')
  const engine = await uncertain(stage, ['post', 'part_2'])
  const { steps, watch_at } = await engine.rounds(2)
  assert.ok(!owes(steps['part_4']))
  assert.ok(watch_at, 'three rounds are left for what was sent twice')
  assert.equal((await engine.rounds(5)).watch_at, null)
})
