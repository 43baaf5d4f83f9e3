import type { Listener } from '#database/listen.ts'
import { CLOSING, KEYS_CHANGED } from '#store/instance.ts'

/** What a process hears of from the others. */
export const CHANNELS = [
  'due',
  'settled',
  'removals',
  'edits',
  'mail',
  'events',
  'sends',
  CLOSING,
  KEYS_CHANGED,
] as const

/** Resolves after `ms`, rejects when the signal aborts. */
export function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(reasonOf(signal))
    const abort = () => {
      clearTimeout(timer)
      reject(reasonOf(signal))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal.addEventListener('abort', abort, { once: true })
  })
}

/** Waits for news of one post; after a gap in the news it answers at once, and the caller looks for itself. */
export function settledOf(listener: Listener) {
  return (post_id: number, ms: number, signal: AbortSignal) =>
    heard(listener, 'settled', (about) => about === String(post_id), ms, signal)
}

/** Waits for events of one workspace; notices that were too long name none. */
export function happenedOf(listener: Listener) {
  return (workspace_id: number, ms: number, signal: AbortSignal) => {
    const isOf = (about: string) => about === '' || about.split(',').includes(String(workspace_id))
    return heard(listener, 'events', isOf, ms, signal)
  }
}

/** Calls back for any news on these channels. */
export function heardOn(listener: Listener, channels: readonly string[], wake: () => void) {
  const quiet = channels.map((channel) => listener.on(channel, () => wake()))
  return () => {
    for (const each of quiet) each()
  }
}

function heard(
  listener: Listener,
  channel: string,
  isOf: (about: string) => boolean,
  ms: number,
  signal: AbortSignal,
) {
  return new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, ms)
    const quiet = listener.on(channel, (about) => {
      if (about === undefined || isOf(about)) done()
    })
    signal.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      quiet()
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}

function reasonOf({ reason }: AbortSignal) {
  return reason instanceof Error ? reason : new Error('aborted')
}
