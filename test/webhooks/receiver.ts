import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'

const Seen = z.object({
  path: z.string(),
  at: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})
export type Seen = z.infer<typeof Seen>

const Body = z.looseObject({
  type: z.string(),
  timestamp: z.iso.datetime(),
  sequence: z.int(),
  workspace_id: z.int(),
  event: z.looseObject({ id: z.uuid(), post_id: z.int().nullable() }),
})

export interface Receiver extends AsyncDisposable {
  /** `127.0.0.1:4711`, as WEBHOOK_PRIVATE_HOSTS wants it. */
  host: string
  url(path: string): string
  /** What came at the path, in order. */
  at(path: string): Promise<Seen[]>
  /** The most calls that were open at once, by path. */
  most(path: string): Promise<number>
  /** Waits until that many have come there. */
  soon(path: string, count: number, ms?: number): Promise<Seen[]>
}

export async function openReceiver(): Promise<Receiver> {
  const script = join(import.meta.dirname, 'receiver-process.ts')
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  const host = `127.0.0.1:${String(line).trim()}`
  const told = async () => {
    const answer = await fetch(`http://${host}/_seen`)
    return z
      .object({ seen: z.array(Seen), most: z.record(z.string(), z.number()) })
      .parse(await answer.json())
  }
  const at = async (path: string) => (await told()).seen.filter((each) => each.path === path)
  return {
    host,
    url: (path) => `http://${host}${path}`,
    at,
    most: async (path) => (await told()).most[path] ?? 0,

    async soon(path, count, ms = 20_000) {
      const until = performance.now() + ms
      for (;;) {
        const seen = await at(path)
        if (seen.length >= count) return seen
        if (performance.now() > until) throw new Error(`${seen.length} of ${count} at ${path}`)
        await wait(25)
      }
    },

    [Symbol.asyncDispose]: () => end(child),
  }
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

/**
 * Verified by the package that the standard's authors publish; throws where the signature is not theirs. As when it came: the
 * package takes no call that is older than five minutes.
 */
export function verified(secret: string, { body, headers, at }: Seen) {
  const { now } = Date
  Date.now = () => at
  try {
    return Body.parse(new Webhook(secret).verify(body, headers))
  } finally {
    Date.now = now
  }
}
