/** All rows of the overview in the order in which they stand: a new one moves whatever is below it. */
import type { Post } from '@crier/sdk'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { Waiting } from '../../api/posts.ts'
import {
  accountsQuery,
  approvalsQuery,
  comingQuery,
  doubtsQuery,
  failedQuery,
} from '../../api/queries.ts'
import type { Account } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { useHeldBack } from '../../ui/use-held-back.ts'

interface OfPost<Of extends string, Shown = Post> {
  of: Of
  id: string
  post: Shown
}

export type Row =
  | OfPost<'approval', Waiting>
  | OfPost<'doubt'>
  | OfPost<'failed'>
  | OfPost<'next'>
  | { of: 'sick'; id: string; account: Account }

/** Those of one part of it. */
export const rowsOf = <Of extends Row['of']>(rows: readonly Row[], ...parts: readonly Of[]) =>
  rows.filter((row): row is Extract<Row, { of: Of }> => parts.some((part) => part === row.of))

export function useRows(room: RefObject<HTMLElement | null>) {
  const here = useHere()
  const accounts = useQuery(accountsQuery(here))
  const approvals = useQuery(approvalsQuery(here))
  const doubts = useQuery(doubtsQuery(here))
  const failing = useQuery(failedQuery(here))
  const coming = useQuery(comingQuery(here))
  const all = [accounts, approvals, doubts, failing, coming]

  const row = <Of extends string, Shown extends { id: number }>(
    of: Of,
    post: Shown,
  ): OfPost<Of, Shown> => ({ of, id: `${of} ${post.id}`, post })
  const rows: Row[] = [
    ...(approvals.data?.data ?? []).map((post) => row('approval', post)),
    ...(doubts.data?.data ?? []).map((post) => row('doubt', post)),
    ...(accounts.data ?? [])
      .filter(({ health }) => health === 'needs_reconnect' || health === 'disabled')
      .map((account): Row => ({ of: 'sick', id: `sick ${account.id}`, account })),
    // What waits for an account or an answer stands there already.
    ...(failing.data?.data ?? [])
      .filter(({ needs }) => needs.length === 0)
      .map((post) => row('failed', post)),
    ...(coming.data?.data ?? []).map((post) => row('next', post)),
  ]
  const held = useHeldBack(
    rows,
    room,
    all.every(({ isPending }) => !isPending),
  )
  return { ...held, accounts: accounts.data, approvals: countOf(approvals.data), coming }
}

/** What waits above is of those that are read here. */
function countOf({ data = [], total = 0 }: { data?: readonly unknown[]; total?: number } = {}) {
  return { total, more: total - data.length }
}
