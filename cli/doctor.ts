/** `crier doctor`: plays an AI client against the running instance, behind its public address, and names the broken step. */
import type { Config } from '#config/config.ts'
import { serviceOf } from '#checkup/checkup-address.ts'
import { KeysOf } from '#checkup/checkup-key-reason.ts'
import type { StepResult } from '#checkup/checkup.ts'
import { examine } from '#checkup/examine.ts'
import { baseUrlOf } from './base-url.ts'
import type { Command } from './command.ts'
import { table } from './table.ts'

const doctor: Command = {
  name: 'doctor',
  takes: '[--url URL] [--key KEY] [--json]',
  summary: 'Play an AI client against the running instance, and name the step that is broken.',
  flags: { url: 'optional', key: 'optional' },
  json: true,

  async run({ url, key }, config) {
    const base_url = serviceOf(url ?? baseUrlOf(config))
    const steps = await examine(base_url, {
      lend: () => (key === undefined ? lend(config) : given(key)),
      // Only beside the instance its database is the one that is meant.
      known: url === undefined ? () => keysOf(config) : undefined,
    })
    return answer(base_url, steps)
  },
}

/** A key for the time of the examination. */
async function lend(config: Config) {
  const { lendKey } = await import('./lent-key.ts')
  const { token, ...lent } = await lendKey(config, {
    name: 'crier doctor',
    abilities: ['posts:read'],
  })
  return { key: token, ...lent }
}

async function keysOf(config: Config) {
  const { listApiKeys } = await import('#operations/keys/list-api-keys.ts')
  const { openInstance } = await import('./instance.ts')
  await using instance = await openInstance(config)
  const keys = KeysOf.parse(await instance.ask(listApiKeys, {}))
  return keys.map(({ id, leash }) => ({ id, expires_at: leash.expires_at }))
}

async function given(key: string) {
  return { key, async [Symbol.asyncDispose]() {} }
}

function answer(base_url: string, steps: readonly StepResult[]) {
  const broken = steps.filter(({ result }) => result === 'broken')
  const rows = steps.map(({ step, result, found }) => [result, step, found])
  const mends = broken.map(({ step, mend }) => `To ${step}: ${mend}`)
  const verdict = broken.length ? mends.join('\n') : 'Every step works.'
  return {
    data: { base_url, healthy: !broken.length, steps },
    text: [`Crier at ${base_url}`, '', table(rows), '', verdict].join('\n'),
    ...(broken.length && { failed: true as const }),
  }
}

export const doctorCommands = [doctor]
