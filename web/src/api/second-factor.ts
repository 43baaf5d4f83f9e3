import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask.ts'

/** Codes of an app beside the password, as the person has them. */
export interface SecondFactor {
  /** Null: none. */
  since: string | null
  /** How many are left. */
  recovery_codes: number
}

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => ask<SecondFactor>('GET', '/second-factor'),
})
