import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalog } from '#platforms/catalog.ts'
import { commonFaults } from '#sandbox/kit/emulator.ts'
import { catalog as emulators } from '#sandbox/service/catalog.ts'
import { chance } from './chance.ts'
import { drawEntries, type Load } from './draw.ts'
import { kinds } from './kinds.ts'
import type { Account } from './ledger.ts'
import { factsOf, platforms } from './platforms/index.ts'

test('every platform of the catalog is tried', () => {
  assert.deepEqual([...platforms], Object.keys(catalog))
})

for (const platform of platforms) {
  const { people, calls, hides, kinds: taken, paths } = factsOf(platform)
  const manifest = catalog[platform]?.manifest ?? assert.fail()
  const service = { url: 'http://127.0.0.1:1', clients: [], now: () => new Date() }
  const emulator = emulators[platform]?.(service) ?? assert.fail()

  test(`the people and the faults of ${platform} are those of its emulator`, () => {
    const names = emulator.people.map(({ username }) => username)
    assert.deepEqual(
      people.filter((person) => !names.includes(person)),
      [],
    )
    const known: readonly string[] = [...commonFaults, ...emulator.own_faults]
    const played = Object.values(calls).flatMap(({ faults }) => Object.keys(faults))
    assert.deepEqual(
      played.filter((fault) => !known.includes(fault)),
      [],
    )
    assert.ok(hides === undefined || played.includes(hides))
    // Whoever may hide anything from every look says that it is not there: what comes of it would be no wrong of ours.
    assert.ok(!played.includes('hidden_read') || hides === 'hidden_read')
  })

  test(`the kinds of posts of ${platform} are those that its manifest allows`, () => {
    for (const kind of Object.values(kinds)) {
      const fits =
        (!kind.comment || manifest.first_comment) &&
        (kind.parts === 1 || manifest.thread !== undefined) &&
        (kind.media ? manifest.media[kind.media] !== undefined : !manifest.media_required) &&
        (kind.words || (manifest.text_optional && manifest.alt_text !== null))
      const name = Object.entries(kinds).find(([, each]) => each === kind)?.[0] ?? ''
      assert.ok(fits || !(name in taken), name)
    }
    assert.ok(paths.length > 0 && paths.every((kind) => kind in taken))
    assert.equal(
      paths.some((kind) => kinds[kind].comment),
      manifest.first_comment,
    )
    assert.equal(
      paths.some((kind) => kinds[kind].parts > 1),
      manifest.thread !== undefined,
    )
  })
}

test('a short run has posts for every platform, and no account more than its day allows', () => {
  const accounts = Array.from({ length: 8 }, (_, workspace) =>
    platforms.map((platform, index): Account => {
      return { id: workspace * 100 + index, platform, username: platform, person: '' }
    }),
  )
  const workspaces = accounts.map((own, id) => ({ id, token: '', accounts: own }))
  const load: Load = new Map()
  const due = { from: new Date(0), until: new Date(1000) }
  const entries = drawEntries(workspaces, chance(1), { deliveries: 600, first: 1, ...due }, load)
  const drawn = entries.flatMap((entry) => entry.accounts)
  for (const platform of platforms) {
    const own = drawn.filter((each) => each.platform === platform)
    assert.ok(own.length >= 20, `${platform}: ${own.length}`)
    const { per_account_per_day: most } = catalog[platform]?.manifest.limits ?? assert.fail()
    for (const { id } of own) assert.ok((load.get(id) ?? 0) <= (most ?? Infinity))
  }
})
