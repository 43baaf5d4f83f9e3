import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strangersOf } from '#sandbox/service/strangers.ts'
import { chance } from './chance.ts'
import { platforms } from './platforms/index.ts'
import type { Fault } from './sandbox.ts'
import { drawOther, drawStranger, estrange } from './strangers.ts'

for (const platform of platforms)
  test(`${platform} meets every fault of a stranger that it can have, unasked`, async () => {
    const kept: Fault[] = []
    const keep = (_platform: string, fault: Fault) => Promise.resolve(void kept.push(fault))
    const draws = chance(13)
    await estrange({ keep }, platform, draws)
    const account = { id: 1, platform, username: 'ada', person: 'ada' }
    const drawn = Array.from({ length: 300 }, () => drawStranger(account, draws))
    const played = new Set([...kept, ...drawn, drawOther(account, draws)].map(({ fault }) => fault))
    assert.deepEqual([...played].toSorted(), [...strangersOf(platform)].toSorted())
  })
