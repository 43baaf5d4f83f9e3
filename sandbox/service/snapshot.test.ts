import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { snapshotFile } from './snapshot.ts'

test('the first change is written at once, the following ones together, the last one on closing', async (t) => {
  const { path, never } = await place(t)
  let writes = 0
  const state = (value: number) => () => ((writes += 1), { value })
  {
    await using file = snapshotFile(path, never)
    for (let value = 0; value < 100; value++) file.changed(state(value))
    while (writes === 0) await pause(5)
    file.changed(state(100))
    assert.equal(writes, 1)
    file.changed(state(101))
  }
  assert.equal(writes, 2)
  assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), { value: 101 })
  assert.deepEqual(await readdir(join(path, '..')), ['world.json'])
})

test('changes go on being written after a pause', async (t) => {
  const { path, never } = await place(t)
  await using file = snapshotFile(path, never)
  for (const value of [1, 2, 3]) {
    file.changed(() => value)
    while ((await file.read().catch(() => 0)) !== value) await pause(20)
  }
})

test('a file that is not there is no state, and one that cannot be written is reported', async (t) => {
  const { path } = await place(t)
  const errors: unknown[] = []
  await using file = snapshotFile(join(path, 'a'), (error) => void errors.push(error))
  assert.equal(await file.read(), undefined)
  await using blocker = snapshotFile(path, (error) => void errors.push(error))
  blocker.changed(() => 'a file where a folder is needed')
  while ((await blocker.read()) === undefined) await pause(5)
  file.changed(() => 'lost')
  while (errors.length === 0) await pause(5)
  assert.equal(errors.length, 1)
})

async function place(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'snapshot-'))
  t.after(() => rm(folder, { recursive: true }))
  return { path: join(folder, 'world.json'), never: (error: unknown) => assert.ifError(error) }
}
