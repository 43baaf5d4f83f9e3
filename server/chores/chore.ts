/** Work that nobody asked for just now: it recurs, may be late, and may run twice without harm. */
import type { Blobs } from '#blobs/blobs.ts'
import type { Refreshing } from '#connecting/refresh.ts'
import type { RiskFacts } from '#rules/risk.ts'
import type { Db } from '#store/schema.ts'

export interface Dependencies extends Refreshing {
  db: Db
  blobs: Blobs
  /** What platforms and plans set bounds to, as of now. */
  risk_facts(this: void): RiskFacts
  /** Makes what series have due, as operations do. */
  series(this: void, signal: AbortSignal, log?: Log): Promise<void>
}

export interface Log {
  info(about: object, text: string): void
  error(about: object, text: string): void
}

export interface Chore {
  /** Also its queue's name. */
  name: string
  /** Minute, hour, day of month, month, day of week; in UTC. */
  cron: string
  run(deps: Dependencies, signal: AbortSignal, log?: Log): Promise<void>
}
