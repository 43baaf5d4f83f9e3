import { z } from 'zod'
import { limits } from '#rules/limits.ts'
import { InDoubt } from '#rules/delivery.ts'
import { cursorOf } from '#rules/event.ts'
import { Name, Zone } from '#rules/person.ts'
import { wrong } from '#rules/problem.ts'
import type { Role } from '#rules/role.ts'
import { epochIn, headOf } from '#store/events.ts'
import { insertMember, workspacesOf as listWorkspaces } from '#store/members.ts'
import type { Db } from '#store/schema.ts'
import { changeWorkspace, findWorkspace, insertWorkspace, knowsZone } from '#store/workspaces.ts'
import { asMember, type Membership } from './members.ts'
import type { People } from './people.ts'

export interface Workspace {
  id: number
  name: string
  role: Role
  timezone: string
  /** What follows when an answer is lost and the platform shows nothing of the post, unless the post says otherwise. */
  in_doubt: InDoubt
  plan: string
  /** When it is erased: somebody asked to delete it. Null: it stays. */
  erase_at: string | null
}

export const NewWorkspace = z.strictObject({ name: Name, timezone: Zone.default('UTC') })
export const ChangedWorkspace = z.strictObject({
  name: Name.optional(),
  timezone: Zone.optional(),
  in_doubt: InDoubt.optional(),
})

export async function workspacesOf({ db }: People, person_id: number): Promise<Workspace[]> {
  return listWorkspaces(db, person_id)
}

/** The cursors are from before: a page that reads now, and hears what comes behind them, misses nothing, however late it hears. */
export async function workspacesAndCursors(people: People, person_id: number) {
  const head = await headOf(people.db)
  const workspaces = await workspacesOf(people, person_id)
  const cursors = workspaces.map(({ id }) => [id, cursorOf(epochIn(head, id), head.seq)])
  return { workspaces, cursors: Object.fromEntries(cursors) as Record<number, string> }
}

export async function makeWorkspace(
  people: People,
  person_id: number,
  { name, timezone }: z.output<typeof NewWorkspace>,
): Promise<Workspace> {
  const { db, plan } = people
  const now = people.now()
  await requireZone(db, timezone)
  const owned = (await listWorkspaces(db, person_id)).filter(({ role }) => role === 'owner').length
  if (owned >= limits.workspaces_owned) {
    throw wrong('name', `Use one of yours: a person owns ${limits.workspaces_owned} at the most.`)
  }
  return asMember({ person_id }, () =>
    db.transaction().execute(async (tx) => {
      const { id } = await insertWorkspace(tx, { name, plan }, now)
      const scope = { db: tx, workspace_id: id }
      await changeWorkspace(scope, { timezone })
      await insertMember(scope, { person_id, role: 'owner' }, now)
      return { ...(await findWorkspace(scope)), role: 'owner' as const }
    }),
  )
}

export async function updateWorkspace(
  { db }: People,
  me: Membership,
  change: z.output<typeof ChangedWorkspace>,
): Promise<Workspace> {
  await requireZone(db, change.timezone)
  const { workspace_id, role } = me
  return asMember(me, () =>
    db.transaction().execute(async (tx) => {
      const scope = { db: tx, workspace_id }
      await changeWorkspace(scope, change)
      return { ...(await findWorkspace(scope)), role }
    }),
  )
}

/** Null and undefined name none. */
export async function requireZone(db: Db, timezone: string | null | undefined) {
  if (timezone == null || (await knowsZone(db, timezone))) return
  throw wrong('timezone', 'Use a time zone such as Europe/Berlin.')
}
