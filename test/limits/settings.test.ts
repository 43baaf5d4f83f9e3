import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '#config/config.ts'
import { manifests } from '#platforms/catalog.ts'

const folder = mkdtempSync(join(tmpdir(), 'crier-settings-'))
after(() => rmSync(folder, { recursive: true }))
const read = (RATE_LIMITS: string) => readConfig(manifests, { DATA_DIR: folder, RATE_LIMITS }).rates

test('limits are read by their names, and unset there are none', () => {
  assert.deepEqual(read(''), {})
  assert.deepEqual(read('read:600/60, write:120/60'), {
    read: { limit: 600, seconds: 60 },
    write: { limit: 120, seconds: 60 },
  })
  assert.deepEqual(read('people_write:1/86400'), { people_write: { limit: 1, seconds: 86_400 } })
})

test('everything that is wrong with them is said at once', () => {
  const said =
    /RATE_LIMITS: "reed".*write takes a limit.*"x" is not written.*read stands there twice/
  assert.throws(() => read('reed:1/1,write:0/60,x,read:1/1,read:2/2'), said)
  for (const wrong of ['read', 'read:600', 'read:-1/60', 'read:1.5/60', 'read:1/0', 'read:1/86401'])
    assert.throws(() => read(wrong), /RATE_LIMITS: /, wrong)
})
