/** `crier doctor`: plays an AI client against the running instance, behind its public address, and names the broken step. */
import { z } from 'zod'
import type { Config } from '#config/config.ts'
import { createApiKey } from '#operations/keys/create-api-key.ts'
import { listApiKeys } from '#operations/keys/list-api-keys.ts'
import { revokeApiKey } from '#operations/keys/revoke-api-key.ts'
import { addressSteps, serviceOf } from './checkup-address.ts'
import { KeysOf } from './checkup-key-reason.ts'
import { challengeSteps, keySteps } from './checkup-key.ts'
import { oauthSteps } from './checkup-oauth.ts'
import { proxySteps } from './checkup-proxy.ts'
import { type StepResult, walk } from './checkup.ts'
import type { Command } from './command.ts'
import { baseUrlOf, openInstance } from './instance.ts'
import { table } from './table.ts'

const doctor: Command = {
  name: 'doctor',
  takes: '[--url URL] [--key KEY] [--json]',
  summary: 'Play an AI client against the running instance, and name the step that is broken.',
  flags: { url: 'optional', key: 'optional' },
  json: true,

  async run({ url, key }, config) {
    const base_url = serviceOf(url ?? baseUrlOf(config))
    // Up to here nothing needs a key, and nothing is gained by making one.
    const first = [...addressSteps, ...challengeSteps]
    const withoutKey = await walk(first, { base_url, key: undefined })
    const [reached] = withoutKey
    if (reached?.result === 'broken') return answer(base_url, withoutKey)
    await using lent = await (key === undefined ? lend(config) : given(key))
    // Only beside the instance its database is the one that is meant.
    const known = url === undefined ? () => keysOf(config) : undefined
    const withKey = await walk(keySteps(known), { base_url, key: lent.key })
    const oauth = await walk(oauthSteps(), { base_url, key: undefined })
    // None of them needs the one before it, and without a key that opens something nothing is to be heard.
    const opened = withKey.every(({ result }) => result === 'ok')
    const proxied: StepResult[] = []
    for (const step of proxySteps(opened))
      proxied.push(...(await walk([step], { base_url, key: lent.key })))
    return answer(base_url, [...withoutKey, ...withKey, ...oauth, ...proxied])
  },
}

/** A key for the time of the examination. */
async function lend(config: Config) {
  const instance = await openInstance(config)
  const raw = { name: 'crier doctor', abilities: ['posts:read'] }
  const { id, token } = Created.parse(await instance.ask(createApiKey, raw))
  return {
    key: token,
    async [Symbol.asyncDispose]() {
      await instance.ask(revokeApiKey, { id })
      await instance[Symbol.asyncDispose]()
    },
  }
}

async function keysOf(config: Config) {
  await using instance = await openInstance(config)
  const keys = KeysOf.parse(await instance.ask(listApiKeys, {}))
  return keys.map(({ id, leash }) => ({ id, expires_at: leash.expires_at }))
}

async function given(key: string) {
  return { key, async [Symbol.asyncDispose]() {} }
}

const Created = z.object({ id: z.string(), token: z.string() })

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
