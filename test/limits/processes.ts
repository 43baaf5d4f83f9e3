/** One key against several API processes on one database: how many of its calls are let in, and when. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.ts'

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

export interface Load {
  processes: number
  calls: number
  limit: number
  seconds: number
  /** Over how many windows the calls are spread evenly. */
  windows: number
}

export interface Call {
  /** Milliseconds since the first one. */
  sent: number
  answered: number
  status: number
  /** Of a refusal: until when it is refused, in milliseconds since the first call. */
  resets_at: number | undefined
  retry_after: number | undefined
}

/** `shared` is what makes the processes one instance: DATABASE_URL, SECRET_KEY, DATA_DIR. */
export async function callMany(
  shared: Record<string, string>,
  token: string,
  { processes, calls, limit, seconds, windows }: Load,
): Promise<Call[]> {
  await using stack = new AsyncDisposableStack()
  const settings = { ...shared, ROLE: 'api', RATE_LIMITS: `read:${limit}/${seconds}` }
  const urls = await Promise.all(
    Array.from({ length: processes }, () => apiProcess(settings, stack)),
  )
  const headers = { authorization: `Bearer ${token}` }
  const step = (windows * seconds * 1000) / calls
  const began = Date.now()
  const done: Promise<Call>[] = []
  for (let call = 0; call < calls; call++) {
    const due = began + call * step
    await pause(Math.max(0, due - Date.now()))
    done.push(send(`${urls[call % processes]}/api/posts?per_page=1`, headers, began))
  }
  return await Promise.all(done)
}

async function send(url: string, headers: Record<string, string>, began: number): Promise<Call> {
  const sent = Date.now() - began
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  const resets = response.headers.get('x-ratelimit-reset')
  const retry = response.headers.get('retry-after')
  return {
    sent,
    answered: Date.now() - began,
    status: response.status,
    resets_at: resets === null ? undefined : Number(resets) * 1000 - began,
    retry_after: retry === null ? undefined : Number(retry),
  }
}

async function apiProcess(settings: Record<string, string>, stack: AsyncDisposableStack) {
  const port = await freePort()
  const child = spawn(process.execPath, [main], {
    env: { ...settings, PORT: String(port), SANDBOX: 'false', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = once(child, 'exit')
  stack.defer(async () => {
    child.kill('SIGTERM')
    await gone
  })
  const url = `http://127.0.0.1:${port}`
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/ready`).catch(() => undefined)
    if (answer?.ok) return url
    await pause(50)
  }
  throw new Error('A process did not start.')
}

/** The most calls that were let in for sure within any one window: sent and answered inside of it. */
export function mostWithin(calls: readonly Call[], window_ms: number) {
  const allowed = calls.filter(({ status }) => status === 200)
  return Math.max(
    0,
    ...allowed.map(({ sent }) => {
      const inside = allowed.filter((each) => each.sent >= sent && each.answered < sent + window_ms)
      return inside.length
    }),
  )
}

/** How many a single counter that remembers every call would let in, of calls sent at these times. */
export function mostPossible(calls: readonly Call[], { limit, seconds }: Load) {
  const taken: number[] = []
  for (const { sent } of calls.toSorted((a, b) => a.sent - b.sent)) {
    const before = taken.at(-limit)
    if (before === undefined || before <= sent - seconds * 1000) taken.push(sent)
  }
  return taken.length
}
