/** All that a client would do, one after the other: what `crier doctor` and the dashboard tell whoever runs the instance. */
import { addressSteps } from './checkup-address.ts'
import { challengeSteps, keySteps } from './checkup-key.ts'
import type { KnownKeys } from './checkup-key-reason.ts'
import { oauthSteps } from './checkup-oauth.ts'
import { proxySteps } from './checkup-proxy.ts'
import { type StepResult, walk } from './checkup.ts'

export interface Examined {
  /** A key for the time of the examination; asked for when something answers there. */
  lend(this: void): Promise<{ key: string } & AsyncDisposable>
  known?: KnownKeys | undefined
}

export async function examine(base_url: string, { lend, known }: Examined): Promise<StepResult[]> {
  const withoutKey = await walk([...addressSteps, ...challengeSteps], { base_url, key: undefined })
  // Up to here nothing needs a key, and nothing is gained by making one.
  if (withoutKey[0]?.result === 'broken') return withoutKey
  await using lent = await lend()
  const withKey = await walk(keySteps(known), { base_url, key: lent.key })
  const oauth = await walk(oauthSteps(), { base_url, key: undefined })
  // None of them needs the one before it, and without a key that opens something nothing is to be heard.
  const opened = withKey.every(({ result }) => result === 'ok')
  const proxied: StepResult[] = []
  for (const step of proxySteps(opened))
    proxied.push(...(await walk([step], { base_url, key: lent.key })))
  return [...withoutKey, ...withKey, ...oauth, ...proxied]
}
