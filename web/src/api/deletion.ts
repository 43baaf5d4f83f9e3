import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask.ts'

interface Needs {
  needs_password: boolean
  needs_code: boolean
}

/** What would go with a workspace, and what stays. */
export interface WorkspaceOutlook extends Needs {
  is_first: boolean
  days: number
  not_out: number
  under_way: number
  out: number
  unknown: number
  accounts: number
}

export interface Owned {
  id: number
  name: string
  has_members: boolean
  is_first: boolean
  erase_at: string | null
}

/** What stands in the way of a person's end. */
export interface PersonOutlook extends Needs {
  owned: Owned[]
}

export const deletionQuery = (id: number) =>
  queryOptions({
    queryKey: [id, 'deletion'],
    queryFn: () => ask<WorkspaceOutlook>('GET', `/workspaces/${id}/deletion`),
  })

export const ownEndQuery = queryOptions({
  queryKey: ['me', 'deletion'],
  queryFn: () => ask<PersonOutlook>('GET', '/me/deletion'),
})
