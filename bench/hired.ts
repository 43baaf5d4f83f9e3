/** A worker process that is watched: what it carried out and when, how long it waited for platforms, how much memory it took. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { launch, root, stop } from './service.ts'

export interface Hired extends AsyncDisposable {
  /** Resolves when the attempt on the post has ended and its result is stored. */
  carried(post_id: number): Promise<Carried>
  /** All times in which it waited for a platform. */
  waits(): Promise<readonly Wait[]>
  /** Milliseconds of processor time so far, to 10 ms. */
  cpu(): Promise<number>
  /** MB of resident memory: now, and the most since the last time this was asked. */
  memory(): Promise<{ now: number; peak: number }>
}

export interface Carried {
  outcome: string
  code: string | undefined
  delivery: number
  attempt: number
  /** In milliseconds of the clock, as all times here. */
  ended_at: number
}

export interface Wait {
  from: number
  to: number
  /** Else a pause before it looked again. */
  call: boolean
}

const Span = z.object({ from: z.number(), to: z.number() })

const Line = z.union([
  z.object({ call: Span }),
  z.object({ pause: Span }),
  z.object({
    msg: z.string().startsWith('attempt ended'),
    time: z.number(),
    post: z.number(),
    delivery: z.number(),
    attempt: z.number(),
    outcome: z.string(),
    code: z.string().optional(),
  }),
])

export async function hire(environment: Record<string, string>): Promise<Hired> {
  const { child, output } = launch('server/main.ts', [], {
    ...environment,
    ROLE: 'worker',
    LOG_LEVEL: 'info',
    NODE_OPTIONS: `--import=${join(root, 'bench/waiting-calls.ts')}`,
  })
  const ended = new Map<number, Carried>()
  const waiting = new Map<number, (carried: Carried) => void>()
  const waits: Wait[] = []
  let rest = ''
  child.stdout?.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(line)
  })

  function hear(line: string) {
    const told = line.startsWith('{') ? Line.safeParse(JSON.parse(line)).data : undefined
    if (!told) return
    if ('pause' in told) return void waits.push({ ...told.pause, call: false })
    if ('call' in told) return void waits.push({ ...told.call, call: true })
    const { post, time, outcome, code, delivery, attempt } = told
    const carried = { outcome, code, delivery, attempt, ended_at: time }
    ended.set(post, carried)
    waiting.get(post)?.(carried)
  }

  await output(/Crier is ready/)
  const at = `/proc/${child.pid}`
  return {
    carried: (post_id) => {
      const before = ended.get(post_id)
      return before
        ? Promise.resolve(before)
        : new Promise((resolve) => waiting.set(post_id, resolve))
    },
    async waits() {
      // They are told with a delay of a second.
      await sleep(1_500)
      return waits
    },
    async cpu() {
      const stat = await readFile(`${at}/stat`, 'utf8').catch(() => '')
      // Behind the name, which may hold anything: user and system time in hundredths of a second.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
    },
    async memory() {
      const status = await readFile(`${at}/status`, 'utf8').catch(() => '')
      const of = (name: string) =>
        Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
      // From here on the system counts the peak anew.
      await writeFile(`${at}/clear_refs`, '5').catch(() => {})
      return { now: of('VmRSS') / 1024, peak: of('VmHWM') / 1024 }
    },
    [Symbol.asyncDispose]: () => stop(child),
  }
}
