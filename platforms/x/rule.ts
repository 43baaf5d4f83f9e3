/** A row of the table of refusals: when it applies, and what it means. */
import type { FailureKind } from '../platform.ts'
import type { Problem } from './problem.ts'

/** What the refused call was for. A bare 403 means something else for an upload than for a post. */
export type Purpose = 'publish' | 'upload' | 'read' | 'sign_in'

export interface Rule {
  status?: readonly number[]
  purpose?: Purpose
  /** Of the following, one that is given must match; none given: the status alone decides. */
  type?: string
  codes?: readonly number[]
  words?: RegExp
  unreadable?: true

  kind: FailureKind
  code: string
  message: string
  scope?: 'account' | 'app'
  /** Hours to wait at least. */
  hours?: number
}

export function matches(
  rule: Rule,
  at: { status: number; purpose: Purpose; problem: Problem },
): boolean {
  if (rule.status && !rule.status.includes(at.status)) return false
  if (rule.purpose && rule.purpose !== at.purpose) return false
  if (rule.unreadable) return !at.problem.readable
  const { type, codes, words } = rule
  if (!type && !codes && !words) return true
  return (
    (type !== undefined && type === at.problem.type) ||
    (codes?.some((code) => at.problem.codes.includes(code)) ?? false) ||
    (words?.test(at.problem.words) ?? false)
  )
}
