/** The platforms as this instance can reach them: which connector, with which addresses and credentials. */
import type { Fetch } from '#platforms/tools.ts'
import { type Connector, Failure, type PlatformConfig, type Tools } from '#platforms/platform.ts'

export interface Binding {
  connector: Connector
  config: PlatformConfig
}

/** Looks up a platform; `sandbox` says which of its two worlds. Undefined: not configured here. */
export type Platforms = (platform: string, sandbox: boolean) => Binding | undefined

export interface Speak {
  fetch: Fetch
  now: () => Date
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  card: Tools['card']
}

/**
 * Speaks until then and not a byte later. A process that was frozen wakes up in the middle of a call, before any timer or
 * abort has reached it, and by then somebody else may have taken over what it was about to do. It is asked twice: a call that
 * is begun in time still looks for a name and a connection, and may be frozen meanwhile.
 */
export function silentFrom<Able extends Speak>(until: () => Date, speak: Able): Able {
  const late = () => (speak.now() < until() ? undefined : heldUp(speak.now()))
  const fetch: Fetch = async (url, init) => {
    const refusal = late()
    if (refusal) throw refusal
    return speak.fetch(url, { ...init, late })
  }
  return { ...speak, fetch }
}

/** Our own doing is no refusal to be counted: with a time it has the whole grace. */
export function heldUp(now: Date) {
  const message = 'This process was held up; it is tried again.'
  return new Failure('later', 'held_up', message, { retry_at: soon(now) })
}

const soon = (now: Date) => new Date(now.getTime() + 15_000)

/** The tools of one piece of work: everything ends when `signal` aborts. */
export function toolsFor(
  { config }: Binding,
  { fetch, now, sleep, card }: Speak,
  signal: AbortSignal,
): Tools {
  return { fetch, now, signal, config, card, sleep: (ms) => sleep(ms, signal) }
}
