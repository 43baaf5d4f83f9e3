/** What publishing works with; the worker hands it down. */
import type { Refreshing } from '#connecting/refresh.ts'
import type { Db } from '#store/schema.ts'
import type { Files } from './publication.ts'
import type { Writers } from './writers.ts'

export interface Dependencies extends Refreshing, Files {
  db: Db
  writers: Writers
  /** Divides every pause of ours before a retry or a look; 1 on real platforms. */
  pace: number
  /** Platforms that this process has found silent, and not heard of since. */
  suspects: Set<string>
  /** True once the service wants to stop: no further step is begun. */
  stopping(): boolean
  log: Log
}

/** What only acts on what is out needs nobody to write in company with. */
export type Acting = Omit<Dependencies, 'writers'>

export interface Log {
  info(about: object, text: string): void
  warn(about: object, text: string): void
  error(about: object, text: string): void
}
