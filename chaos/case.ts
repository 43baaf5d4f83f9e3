/** What the verdict looks at, one delivery at a time. */
import type { Arrival, DeliveryRow, EditRow, Evidence, PostRow, RemovalRow } from './evidence.ts'
import type { Entry } from './ledger.ts'
import type { Violation } from './violation.ts'

export type Say = (kind: Violation['kind'], what: string) => void

/** What there is to say of one delivery, as it is published now. */
export interface Case {
  delivery: DeliveryRow
  post: PostRow | undefined
  entry: Entry | undefined
  /** What its own requests made, the post and its comment. */
  received: Arrival[]
  /** Behind the first, of a thread. */
  parts: Arrival[]
  comments: Arrival[]
  /** The platform took it and refused it afterwards. */
  refused: boolean
  /** Somebody wants it taken down. */
  removal: RemovalRow | undefined
  /** Changes of what is out, in order. */
  edits: readonly EditRow[]
  evidence: Evidence
}
