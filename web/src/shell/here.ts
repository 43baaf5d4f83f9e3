/** Who is here, in which workspace, and how to speak for it. */
import { Crier } from '@crier/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery } from '../api/queries.ts'
import { patientFetch } from '../api/session.ts'
import type { Person, Role, Workspace } from '../api/types.ts'
import { useChosenWorkspace } from './chosen.ts'
import { common } from '../words/common.ts'

export interface Here {
  /** Of the workspace. */
  id: number
  workspace: Workspace
  workspaces: Workspace[]
  person: Person
  crier: Crier
  /** May this person write posts? */
  edits: boolean
  /** May they say what goes out, and connect the accounts that it goes to? What authors write waits for those who may. */
  publishes: boolean
  /** May they decide about the workspace? */
  owns: boolean
}

const clients = new Map<number, Crier>()

/** Only below the shell, which sees to it that there is a workspace. */
export function useHere(): Here {
  const { data } = useSuspenseQuery(meQuery)
  const chosen = useChosenWorkspace()
  const workspace = data?.workspaces.find(({ id }) => id === chosen) ?? data?.workspaces[0]
  if (!data || !workspace) throw new Error('There is nobody, or no workspace.')
  const { id, role } = workspace
  return {
    id,
    workspace,
    workspaces: data.workspaces,
    person: data.person,
    crier: clientOf(id),
    edits: role !== 'viewer',
    publishes: role === 'owner' || role === 'editor',
    owns: role === 'owner',
  }
}

function clientOf(id: number) {
  const client =
    clients.get(id) ?? new Crier({ base_url: `/console/workspaces/${id}`, fetch: patientFetch })
  clients.set(id, client)
  return client
}

export const roles: readonly { value: Role; label: string; may: string }[] = [
  { value: 'owner', label: common.roles.owner, may: common.roles.ownerMay },
  { value: 'editor', label: common.roles.editor, may: common.roles.editorMay },
  { value: 'author', label: common.roles.author, may: common.roles.authorMay },
  { value: 'viewer', label: common.roles.viewer, may: common.roles.viewerMay },
]

/** Within a sentence. */
export function roleInside(role: Role): string {
  return common.rolesInside[role]
}

/** As a list of them gives it. */
export function roleOf(value: string): Role {
  return roles.find((each) => each.value === value)?.value ?? 'viewer'
}

export function roleLabel(role: Role) {
  return roles.find(({ value }) => value === role)?.label ?? role
}
