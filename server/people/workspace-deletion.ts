/** Deleting a workspace: asked for by an owner, held at once, erased by a chore when a week has passed. */
import { z } from 'zod'
import { limits } from '#rules/limits.ts'
import type { Person } from '#rules/person.ts'
import { collector, Problem } from '#rules/problem.ts'
import { credentialOfPerson } from '#rules/role.ts'
import {
  askDeletion,
  type Deletion,
  endDoors,
  findDeletion,
  lockWorkspace,
  type Stock,
  stockOf,
  takeBackDeletion,
  tellOwners,
} from '#store/deletions.ts'
import { lockRoles } from '#store/members.ts'
import type { Db, Scope } from '#store/schema.ts'
import { findWorkspace, firstWorkspace } from '#store/workspaces.ts'
import { asMember, type Membership, requireOwner } from './members.ts'
import type { People } from './people.ts'
import { needsOf, proofFields, prove } from './proof.ts'

export const AskedDeletion = z.strictObject({
  /** Of the workspace, typed again. */
  name: z.string().max(1_000).default(''),
  ...proofFields,
})

interface Signed {
  person: Person
  session_id: number
}

/** What would go, what stays, and what it takes. */
export interface Outlook extends Stock {
  deletion: Deletion | null
  /** The workspace that the instance began with is not deleted: its owners set what is of all. */
  is_first: boolean
  /** For which it can be taken back. */
  days: number
  needs_password: boolean
  needs_code: boolean
}

export async function outlookOf(
  people: People,
  { workspace_id, person_id }: Membership,
): Promise<Outlook> {
  const scope = { db: people.db, workspace_id }
  const found = await findDeletion(scope)
  return {
    ...(await stockOf(scope)),
    deletion: found ? { asked_at: found.asked_at, erase_at: found.erase_at } : null,
    is_first: await isFirst(scope),
    days: limits.workspace_kept_days,
    ...(await needsOf(people, person_id)),
  }
}

export async function askToDelete(
  people: People,
  signed: Signed,
  me: Membership,
  { name: typed, ...proof }: z.output<typeof AskedDeletion>,
): Promise<Deletion> {
  const { workspace_id } = me
  const { name } = await findWorkspace({ db: people.db, workspace_id })
  const { errors: also, add } = collector()
  if (typed.trim() !== name.trim()) add('name', `Type the workspace’s name: ${name}`)
  await prove(people, signed, proof, { also })
  return asMember(me, () =>
    people.db.transaction().execute(async (db) => {
      const scope = { db, workspace_id }
      await lockWorkspace(scope)
      const roles = await lockRoles(scope)
      requireOwner({ ...me, role: roles.get(me.person_id) ?? 'viewer' })
      const by = { credential: credentialOfPerson(me.person_id), name: signed.person.name }
      return begin(scope, by, people.now())
    }),
  )
}

/** By whoever runs the instance, at the command line. */
export async function deleteByCommand(db: Db, workspace_id: number, now: Date): Promise<Deletion> {
  return db.transaction().execute(async (tx) => {
    const scope = { db: tx, workspace_id }
    await lockWorkspace(scope)
    return begin(scope, undefined, now)
  })
}

/** Until it has begun, whoever asked for it. */
export async function keepWorkspace(
  people: Pick<People, 'db' | 'now'>,
  me: Membership,
  by: string,
) {
  await asMember(me, () =>
    people.db.transaction().execute(async (db) => {
      const scope = { db, workspace_id: me.workspace_id }
      const roles = await lockRoles(scope)
      requireOwner({ ...me, role: roles.get(me.person_id) ?? 'viewer' })
      await takeBack(scope, by, people.now())
    }),
  )
}

export async function keepByCommand(db: Db, workspace_id: number, now: Date) {
  await db.transaction().execute((tx) => takeBack({ db: tx, workspace_id }, undefined, now))
}

async function begin(
  scope: Scope,
  by: { credential: string; name: string } | undefined,
  now: Date,
): Promise<Deletion> {
  if (await isFirst(scope)) {
    throw new Problem(
      'forbidden',
      'Delete the instance itself instead: whoever owns the workspace that it began with sets what is of all, so that one stays.',
    )
  }
  const erase_at = new Date(now.getTime() + limits.workspace_kept_days * 86_400_000)
  const stock = await stockOf(scope)
  const asked_by = by?.credential ?? null
  const deletion = await askDeletion(scope, { asked_by, erase_at }, now)
  if (!deletion) {
    const before = await findDeletion(scope)
    throw new Problem('forbidden', 'Wait, or take it back: it is being deleted already.', {
      erase_at: before?.erase_at,
    })
  }
  await endDoors(scope, now)
  await tellOwners(
    scope,
    { what: 'asked', by: by?.name, erase_at: deletion.erase_at, ...countsOf(stock) },
    now,
  )
  return deletion
}

async function takeBack(scope: Scope, by: string | undefined, now: Date) {
  await lockWorkspace(scope)
  if (!(await takeBackDeletion(scope))) {
    throw new Problem('not_found', 'Nobody asked to delete this workspace, or it is too late.')
  }
  await tellOwners(scope, { what: 'taken_back', by, ...countsOf(await stockOf(scope)) }, now)
}

function countsOf({ not_out, under_way, out, unknown }: Stock) {
  return { not_out, under_way, out, unknown }
}

async function isFirst({ db, workspace_id }: Scope) {
  return (await firstWorkspace(db))?.id === workspace_id
}
