/** Ten statuses, five bodies, five kinds of call, ten platforms: one table says what must follow. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  differences,
  dialects,
  DIFFERENCES,
  meaningOf,
  PURPOSES,
  STATUSES,
} from '../scripts/generate/dialects.ts'
import { CALLS, type Call, type Calls } from '../test/conformance/calls.ts'
import { type Reply, stage } from './kit/test/stage.ts'
import { Failure, type Tools } from './platform.ts'
import { manifests } from './catalog.ts'

const KINDS = ['publish', 'prepare', 'look', 'token', 'metrics'] as const

/** What comes back, by what it is: in the platform's own words, or in nobody's. */
function bodiesOf(theirs: object): Record<string, Omit<Reply, 'status'>> {
  return {
    'its own error': { json: theirs },
    'other JSON': { json: { hello: 'world' } },
    'an HTML page': { text: '<!doctype html><title>Forbidden</title>' },
    'an empty body': { text: '' },
    'JSON that was cut': { text: JSON.stringify(theirs).slice(0, -3) },
  }
}

/** The table: what a platform's own words mean at a status, and what anything else does. */
function expected(platform: string, call: Call, status: number, read: boolean): string {
  // Nothing but what ends access is an end; what is not read never is.
  if (call === 'token') return 'later'
  const purpose = call === 'publish' || call === 'prepare' ? call : 'read'
  const dialect = dialects[platform]
  assert.ok(dialect, platform)
  const { kind } = meaningOf(dialect, { status, purpose, read })
  if (!read) assert.equal(kind, status === 429 || call !== 'publish' ? 'later' : 'unknown')
  return kind
}

for (const [platform, calls] of Object.entries(CALLS))
  test(`${platform}: what every answer means, at every kind of call`, async () => {
    for (const call of KINDS) {
      const playing = calls[call]
      // Google's posts need nothing before them, and Google tells no numbers.
      if (!playing) continue
      for (const status of STATUSES)
        for (const [what, body] of Object.entries(bodiesOf(calls.theirs(status, call)))) {
          const read = what === 'its own error'
          const name = `${call} that meets ${status} with ${what}`
          const told = await play(platform, playing, { ...body, status })
          const kind = expected(platform, call, status, read)
          if (told instanceof Failure) assert.equal(told.kind, kind, name)
          else assert.ok(isSilent(told, call, status, read), `${name}: ${JSON.stringify(told)}`)
        }
    }
  })

test('who understands a status otherwise than all others says why', () => {
  assert.deepEqual(differences().toSorted(), Object.keys(DIFFERENCES).toSorted())
})

test('every platform is called, and every purpose is among the calls', () => {
  assert.deepEqual(Object.keys(CALLS).toSorted(), Object.keys(manifests).toSorted())
  assert.deepEqual(Object.keys(dialects).toSorted(), Object.keys(manifests).toSorted())
  assert.equal(PURPOSES.length, 3)
})

async function play(platform: string, { before = [], run }: NonNullable<Calls[Call]>, odd: Reply) {
  const manifest = manifests[platform]
  assert.ok(manifest)
  const { tools } = stage(manifest, ...before, ...Array<Reply>(80).fill(odd))
  return run(tools satisfies Tools).catch((error: unknown) => {
    if (error instanceof Failure) return error
    throw error
  })
}

/** Whoever does not fail says nothing: no post was seen or is surely absent, no number is known, nothing is gone. */
function isSilent(told: unknown, call: Call, status: number, read: boolean): boolean {
  if (call === 'metrics' && told instanceof Map) {
    const gone = read && [400, 403, 404].includes(status)
    return [...told.values()].every(
      (one) => (one === 'gone' && gone) || Object.values(one).every((count) => count === null),
    )
  }
  if (call !== 'look') return false
  const { known, seen, reach } = Object(told)
  const silent = known === null || known.is === 'unknown'
  return silent && seen.length === 0 && ['part', 'no_list'].includes(reach)
}
