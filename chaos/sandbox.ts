/** The emulated platforms in a process of their own, which survives everything: what they received is the truth. */
import { z } from 'zod'
import { sandboxClient } from '#reach.ts'
import { launch, stop } from '../bench/service.ts'
import { mind } from './aftermath.ts'

export const platforms = ['x', 'bluesky'] as const
export type PlatformName = (typeof platforms)[number]

const Received = z.object({
  id: z.string(),
  account: z.string(),
  text: z.string(),
  reply_to: z.string().nullable(),
  media: z.array(z.object({ alt_text: z.string().nullable() })),
})
export type Received = z.infer<typeof Received>

const Faults = z.object({
  waiting: z.array(z.unknown()),
  played: z.record(z.string(), z.number()),
})

export interface Fault {
  account: string
  fault: string
  on: string
  ms?: number
  times?: number
}

export interface Sandbox extends AsyncDisposable {
  url: string
  arm(platform: PlatformName, fault: Fault): Promise<void>
  clear(): Promise<void>
  /** How often each fault was played, over all platforms. */
  played(): Promise<Record<string, number>>
  /** Oldest first. */
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
  const { child, output } = launch('sandbox/main.ts', flags, {})
  mind(child)
  await output(/\n/)
  const admin = `http://127.0.0.1:${options.port}/_sandbox`

  const sandbox: Sandbox = {
    url: options.url ?? `http://127.0.0.1:${options.port}`,
    async arm(platform, fault) {
      await send(`${admin}/${platform}/faults`, 'POST', fault)
    },
    async clear() {
      for (const platform of platforms) await send(`${admin}/${platform}/faults`, 'DELETE')
      for (const platform of platforms)
        await sandbox.arm(platform, {
          account: '*',
          fault: 'no_limits',
          on: '*',
          times: 1_000_000,
        })
    },
    async played() {
      const sums: Record<string, number> = {}
      for (const platform of platforms) {
        const { played } = Faults.parse(await send(`${admin}/${platform}/faults`, 'GET'))
        for (const [fault, times] of Object.entries(played))
          sums[fault] = (sums[fault] ?? 0) + times
      }
      // Limits are switched off for the length of the run: that is no fault.
      delete sums['no_limits']
      return sums
    },
    async received(platform) {
      return z.array(Received).parse(await send(`${admin}/${platform}/posts`, 'GET'))
    },
    [Symbol.asyncDispose]: () => stop(child),
  }
  await sandbox.clear()
  return sandbox
}

async function send(url: string, method: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}
