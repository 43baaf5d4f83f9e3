/** What must not be. */
import type { DeliveryRow } from './evidence.ts'

export const kindsOfViolation = ['duplicate', 'lost', 'stuck', 'wrongly reported'] as const

export interface Violation {
  kind: (typeof kindsOfViolation)[number]
  post_id: number | undefined
  what: string
  delivery: DeliveryRow | undefined
}
