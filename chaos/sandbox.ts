/** The emulated platforms in a process of their own, which survives everything: what they received is the truth. */
import { z } from 'zod'
import { sandboxClient } from '#app/bindings.ts'
import { launch, stop } from '../bench/service.ts'
import { mind } from './aftermath.ts'
import { type PlatformName, platforms } from './platforms/index.ts'

const Received = z.object({
  id: z.string(),
  account: z.string(),
  text: z.string(),
  created_at: z.string(),
  reply_to: z.string().nullable(),
  mark: z.string().optional(),
  by: z.enum(['other_app', 'other_person']).optional(),
  said: z.array(z.string()).optional(),
  gone: z.object({ at: z.string(), mark: z.string().optional() }).optional(),
  url: z.string().nullish(),
})
export type Received = z.infer<typeof Received>

const Met = z.object({ met: z.array(z.object({ fault: z.string(), mark: z.string() })) })
export type Met = z.infer<typeof Met>['met'][number]

const Faults = z.object({
  waiting: z.array(z.object({ account: z.string(), fault: z.string() })),
  played: z.record(z.string(), z.number()),
  known: z.array(z.string()),
})

export interface Fault {
  account: string
  fault: string
  /** Absent: the call that the fault is about. */
  on?: string
  ms?: number
  times?: number
  status?: number
  seed?: number
  drift?: number
}

export type Played = ReadonlyMap<PlatformName, Readonly<Record<string, number>>>

const always = { account: '*', on: '*', times: 1_000_000 }
const lifted = { ...always, fault: 'no_limits' }

export interface Sandbox extends AsyncDisposable {
  url: string
  arm(platform: PlatformName, fault: Fault): Promise<void>
  /** Whether that fault still waits for a call of this person. */
  waits(platform: PlatformName, fault: Pick<Fault, 'account' | 'fault'>): Promise<boolean>
  /** For as long as the sandbox lives, whatever is cleared. */
  keep(platform: PlatformName, fault: Fault): Promise<void>
  /** How far the platform's clock is ahead of ours, in milliseconds. */
  ahead(platform: PlatformName): number
  /** Forgets all faults but those that are kept, and lifts the limits on how much one person may post. */
  clear(): Promise<void>
  /** How often each fault was played, by platform. */
  played(): Promise<Played>
  /** Which request met which fault of a stranger, by its mark. */
  met(platform: PlatformName): Promise<Met[]>
  /** Moves the emulators' time. */
  advance(ms: number): Promise<void>
  /** All that ever came, also what was taken down; oldest first. */
  received(platform: PlatformName): Promise<Received[]>
}

/** `url` is where the platforms are told to be, when something stands between them and the service. */
export async function startSandbox(options: {
  port: number
  base_url: string
  url?: string
}): Promise<Sandbox> {
  const clients = Object.fromEntries(
    platforms.map((id) => [
      id,
      [{ ...sandboxClient, redirect_uris: [`${options.base_url}/connect/${id}/callback`] }],
    ]),
  )
  const flags = ['--port', String(options.port), '--clients', JSON.stringify(clients)]
  if (options.url !== undefined) flags.push('--url', options.url)
  const { child, output } = launch('sandbox/service/main.ts', flags, {})
  mind(child)
  await output(/\n/)
  const admin = `http://127.0.0.1:${options.port}/_sandbox`

  const faultsOf = async (platform: PlatformName) =>
    Faults.parse(await send(`${admin}/${platform}/faults`, 'GET'))

  const kept: { platform: PlatformName; fault: Fault }[] = []

  const sandbox: Sandbox = {
    url: options.url ?? `http://127.0.0.1:${options.port}`,
    async arm(platform, fault) {
      await send(`${admin}/${platform}/faults`, 'POST', fault)
    },
    async waits(platform, { account, fault }) {
      const { waiting } = await faultsOf(platform)
      return waiting.some((each) => each.account === account && each.fault === fault)
    },
    async keep(platform, fault) {
      const always_on = { ...always, ...fault }
      kept.push({ platform, fault: always_on })
      await sandbox.arm(platform, always_on)
    },
    ahead(platform) {
      const clock = kept.find((each) => each.platform === platform && each.fault.fault === 'clock')
      return clock?.fault.ms ?? 0
    },
    async clear() {
      for (const platform of platforms) {
        await send(`${admin}/${platform}/faults`, 'DELETE')
        for (const each of kept)
          if (each.platform === platform) await sandbox.arm(platform, each.fault)
        const { known } = await faultsOf(platform)
        if (known.includes(lifted.fault)) await sandbox.arm(platform, lifted)
      }
    },
    async played() {
      const all: [PlatformName, Record<string, number>][] = []
      for (const platform of platforms) {
        const { played } = await faultsOf(platform)
        // Limits are lifted for the length of the run: that is no fault.
        delete played[lifted.fault]
        all.push([platform, played])
      }
      return new Map(all)
    },
    async met(platform) {
      return Met.parse(await send(`${admin}/${platform}/met`, 'GET')).met
    },
    async advance(ms) {
      await send(`${admin}/clock`, 'POST', { advance_ms: ms })
    },
    async received(platform) {
      // What goes between the two is told twice, and what is gone counts.
      const there = z.array(Received).parse(await send(`${admin}/${platform}/posts`, 'GET'))
      const gone = z.array(Received).parse(await send(`${admin}/${platform}/gone`, 'GET'))
      const ids = new Set(gone.map(({ id }) => id))
      return [...there.filter(({ id }) => !ids.has(id)), ...gone].toSorted(
        (one, other) => Date.parse(one.created_at) - Date.parse(other.created_at),
      )
    },
    [Symbol.asyncDispose]: () => stop(child),
  }
  await sandbox.clear()
  return sandbox
}

async function send(url: string, method: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: {
      // Where the machine stands still, a connection that was kept may be closed in the moment of the call.
      connection: 'close',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}
