import type { Observer } from '#rules/observer.ts'
import type { Tracer } from '#rules/tracer.ts'
import type { Db } from '#store/schema.ts'
import type { Seal } from '#store/seal.ts'

/** The guarded way out; only what a webhook needs of it. */
export type Send = (
  url: string,
  init: { method: 'POST'; headers: Record<string, string>; body: string; signal: AbortSignal },
) => Promise<{
  status: number
  headers: { get(name: string): string | null }
  body: AsyncIterable<Uint8Array> | null
}>

export interface Dependencies {
  db: Db
  now(this: void): Date
  seal: Seal
  send: Send
  /** Between 0 and 1. */
  chance(this: void): number
  /** Divides the pauses before a call is made again. */
  pace: number
  log: { error(about: object, text: string): void }
  /** Absent: nobody counts. */
  observer?: Observer | undefined
  /** Absent: nobody is followed. */
  tracer?: Tracer | undefined
  /** Calls back when there may be something to do. */
  onNews(this: void, wake: () => void): () => void
}
