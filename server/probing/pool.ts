/**
 * Children that work on files, each on one at a time. They start with the first task, stay warm, and leave when there
 * was nothing to do. One that does not answer in time is killed; the next task gets a fresh one.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { READY } from './tasks.ts'

export interface PoolOptions {
  launch: () => ChildProcess
  /** How many children at most. */
  size: number
  /** Begins when a child takes a task, and aborts when its time is up. */
  limit: () => AbortSignal
  idle_ms: number
}

/** What came of a task: an answer that is still to be parsed, or the way the child ended. */
export type TaskEnd = { answer: unknown } | { lost: 'time' | 'death' | 'left' }

export interface Pool extends AsyncDisposable {
  /** Ends with the child when the caller leaves. */
  run(task: object, caller?: AbortSignal): Promise<TaskEnd>
}

interface Worker {
  child: ChildProcess
  used: boolean
  idle: NodeJS.Timeout | undefined
}

interface Waiting {
  give: (worker: Worker | undefined) => void
  fail: (error: Error) => void
}

export function pool({ launch, size, limit, idle_ms }: PoolOptions): Pool {
  const alive = new Set<Worker>()
  const free: Worker[] = []
  const waiting: Waiting[] = []
  let places = size
  let isOpen = true

  return {
    async run(task, caller) {
      for (;;) {
        const place = await takePlace()
        const wasUsed = place?.used ?? false
        const outcome = await carryOut(task, place, caller)
        // What was read before may have harmed it, so the file is tried again on a child that read nothing else.
        const isDoubtful = 'lost' in outcome && outcome.lost === 'death' && wasUsed
        if (!isDoubtful) return outcome
      }
    },

    async [Symbol.asyncDispose]() {
      isOpen = false
      for (const { fail } of waiting.splice(0)) fail(stopped())
      await Promise.all([...alive].map((worker) => end(worker)))
    },
  }

  /** A warm child, or undefined: then there is room to start one. */
  function takePlace(): Promise<Worker | undefined> {
    if (!isOpen) return Promise.reject(stopped())
    const warm = free.pop()
    if (warm) return Promise.resolve(warm)
    if (places > 0) {
      places -= 1
      return Promise.resolve(undefined)
    }
    return new Promise((give, fail) => waiting.push({ give, fail }))
  }

  async function carryOut(
    task: object,
    warm: Worker | undefined,
    caller: AbortSignal | undefined,
  ): Promise<TaskEnd> {
    let worker = warm
    let isWell = false
    try {
      worker ??= await startOne()
      clearTimeout(worker.idle)
      isWell = true
      if (caller?.aborted) return { lost: 'left' }
      worker.used = true
      isWell = false
      const outcome = await ask(worker, task, { limit: limit(), caller })
      isWell = 'answer' in outcome
      if (!isOpen) throw stopped()
      return outcome
    } finally {
      giveBack(isWell ? worker : worker && (await replaced(worker)))
    }
  }

  /** Whoever used a child up waits for the next one's start, and not the next in line. */
  async function replaced(worker: Worker): Promise<Worker | undefined> {
    await end(worker)
    if (!isOpen) return undefined
    // One that cannot be started is the next caller's to find out.
    const fresh = await startOne().catch(() => undefined)
    if (isOpen || !fresh) return fresh
    await end(fresh)
    return undefined
  }

  function giveBack(worker: Worker | undefined) {
    const next = waiting.shift()
    if (next) return next.give(worker)
    if (!worker) {
      places += 1
      return
    }
    free.push(worker)
    worker.idle = setTimeout(() => void end(worker), idle_ms).unref()
  }

  async function startOne(): Promise<Worker> {
    const worker: Worker = { child: launch(), used: false, idle: undefined }
    alive.add(worker)
    // What cannot be started or reached is noticed where it is waited for.
    worker.child.on('error', () => undefined)
    worker.child.once('exit', () => {
      alive.delete(worker)
      const at = free.indexOf(worker)
      if (at < 0) return
      // It left between two tasks, by its own limits or ours.
      clearTimeout(worker.idle)
      free.splice(at, 1)
      places += 1
    })
    const [message] = await Promise.race([
      once(worker.child, 'message'),
      once(worker.child, 'exit').then(() => {
        throw new Error('A probing child could not start.')
      }),
    ])
    if (message !== READY)
      throw new Error('A probing child said something else than that it is ready.')
    return worker
  }
}

interface Ends {
  limit: AbortSignal
  caller: AbortSignal | undefined
}

function ask({ child }: Worker, task: object, { limit, caller }: Ends): Promise<TaskEnd> {
  return new Promise((resolve) => {
    const settle = (outcome: TaskEnd) => {
      child.off('message', onMessage)
      child.off('exit', onExit)
      limit.removeEventListener('abort', onLimit)
      caller?.removeEventListener('abort', onLeave)
      resolve(outcome)
    }
    const onMessage = (answer: unknown) => settle({ answer })
    const onExit = () => settle({ lost: 'death' })
    const onLimit = () => settle({ lost: 'time' })
    const onLeave = () => settle({ lost: 'left' })
    child.on('message', onMessage)
    child.on('exit', onExit)
    limit.addEventListener('abort', onLimit)
    caller?.addEventListener('abort', onLeave)
    if (limit.aborted) return onLimit()
    if (child.exitCode !== null || child.signalCode !== null || !child.connected) return onExit()
    child.send(task, (error) => error && onExit())
  })
}

/** Only SIGKILL ends a loop that does not let go. */
async function end({ child, idle }: Worker) {
  clearTimeout(idle)
  const wasStarted = child.pid !== undefined
  if (!wasStarted || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

function stopped() {
  return new Error('Probing has stopped.')
}
