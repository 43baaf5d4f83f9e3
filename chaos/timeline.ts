/** The attempts of deliveries: whether they follow one another, and how soon one was taken over. */
import type { AttemptRow, DeliveryRow } from './evidence.ts'
import type { Death } from './crew.ts'

type Key = Pick<DeliveryRow, 'workspace_id' | 'id'>

export interface Timelines {
  of(delivery: Key): readonly AttemptRow[]
  /** What in them cannot have happened, in words. */
  faultsOf(
    delivery: Key & Pick<DeliveryRow, 'status' | 'attempt' | 'error_code' | 'generation'>,
  ): string[]
  /** Milliseconds from a worker's death until somebody went on with what it had begun. */
  recoveries(deaths: readonly Death[]): number[]
}

const settled = new Set(['published', 'failed', 'blocked'])

export function timelines(attempts: readonly AttemptRow[]): Timelines {
  const byDelivery = Map.groupBy(attempts, (row) => `${row.workspace_id} ${row.delivery_id}`)
  const of = ({ workspace_id, id }: Key) => byDelivery.get(`${workspace_id} ${id}`) ?? []

  return {
    of,
    faultsOf(delivery) {
      const rows = of(delivery)
      const faults: string[] = []
      let published = 0
      for (const [index, { number, finished_at, outcome }] of rows.entries()) {
        const next = rows[index + 1]
        // Whoever has been followed may write nothing more: this is what the token of a lease is for.
        if (next && finished_at && finished_at > next.started_at)
          faults.push(`attempt ${number} wrote after attempt ${next.number} had begun`)
        // Published once more is what was taken down in between.
        if (next && outcome === 'published' && ++published >= delivery.generation)
          faults.push(`attempt ${number} had published it already`)
        if (number !== index + 1) faults.push(`attempt ${index + 1} is missing`)
      }
      const last = rows.at(-1)
      if (rows.length !== delivery.attempt)
        faults.push(`${rows.length} attempts are told of, ${delivery.attempt} were counted`)
      if (last && settled.has(delivery.status) && last.outcome !== delivery.status) {
        if (!excused(last, delivery))
          faults.push(`says ${delivery.status}, its last attempt ${last.outcome}`)
      }
      return faults
    },

    recoveries(deaths) {
      const died = new Map(deaths.map(({ worker, at }) => [worker, at.getTime()]))
      return [...byDelivery.values()].flatMap((rows) =>
        rows.flatMap(({ worker, started_at, finished_at }, index) => {
          const next = rows[index + 1]
          const at = died.get(worker)
          if (finished_at || !next || at === undefined) return []
          // Process numbers come round again: that death was another worker's.
          if (at < Date.parse(started_at)) return []
          // Broken off before, with the database: it was taken over while its worker still lived.
          const after = Date.parse(next.started_at) - at
          return after < 0 ? [] : [after]
        }),
      )
    },
  }
}

/**
 * A reconnected account turns what was blocked for it into something that may be retried; and what waited to be tried again is
 * not sent when it is to be taken down.
 */
function excused(
  { outcome }: AttemptRow,
  { status, error_code }: Pick<DeliveryRow, 'status' | 'error_code'>,
) {
  if (status !== 'failed') return false
  return outcome === 'blocked' || error_code === 'given_up'
}
