/** The platforms as this instance can reach them: which connector, with which addresses and credentials. */
import type { Fetch } from '#platforms/http.ts'
import type { Connector, PlatformConfig, Tools } from '#platforms/platform.ts'

export interface Reach {
  connector: Connector
  config: PlatformConfig
}

/** Looks up a platform; `sandbox` says which of its two worlds. Undefined: not configured here. */
export type Platforms = (platform: string, sandbox: boolean) => Reach | undefined

export interface Speak {
  fetch: Fetch
  now(): Date
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** The tools of one piece of work: everything ends when `signal` aborts. */
export function toolsFor(
  { config }: Reach,
  { fetch, now, sleep }: Speak,
  signal: AbortSignal,
): Tools {
  return { fetch, now, signal, config, sleep: (ms) => sleep(ms, signal) }
}
