import assert from 'node:assert/strict'
import { test } from 'node:test'
import { syncing } from './syncing.ts'

const MB = 1024 * 1024

/** A file whose syncs end when they are told to. */
function file() {
  const syncs: { end: () => void; fail: (reason: Error) => void }[] = []
  const datasync = async () =>
    new Promise<void>((end, fail) => {
      syncs.push({ end, fail })
    })
  return { syncs, datasync }
}

test('a little is synced once, at the end', async () => {
  const { syncs, datasync } = file()
  const disk = syncing({ datasync })
  disk.wrote(MB)
  assert.equal(syncs.length, 0)
  const done = disk.done()
  await Promise.resolve()
  assert.equal(syncs.length, 1)
  syncs[0]?.end()
  await done
})

test('much is synced while more arrives, one sync at a time, and once more at the end', async () => {
  const { syncs, datasync } = file()
  const disk = syncing({ datasync })
  for (let part = 0; part < 10; part++) disk.wrote(MB)
  assert.equal(syncs.length, 1)
  syncs[0]?.end()
  await new Promise(setImmediate)
  disk.wrote(MB)
  assert.equal(syncs.length, 2)
  const done = disk.done()
  syncs[1]?.end()
  await new Promise(setImmediate)
  assert.equal(syncs.length, 3, 'what was written after the second')
  syncs[2]?.end()
  await done
})

test('bytes that an early sync could not save fail the file, though the last sync hears nothing of them', async () => {
  const { syncs, datasync } = file()
  const disk = syncing({ datasync })
  disk.wrote(4 * MB)
  syncs[0]?.fail(Object.assign(new Error('i/o error'), { code: 'EIO' }))
  await new Promise(setImmediate)
  disk.wrote(4 * MB)
  syncs[1]?.end()
  await assert.rejects(disk.done(), { code: 'EIO' })
})
