/** Who sets what is of the whole instance: the owners of the workspace that it began with, of whom the first person is one. */
import type { Db } from '#store/schema.ts'
import { roleOf } from '#store/sessions.ts'
import { firstWorkspace } from '#store/workspaces.ts'

export async function isAdministrator(db: Db, person_id: number): Promise<boolean> {
  const first = await firstWorkspace(db)
  return (
    first !== undefined && (await roleOf(db, { workspace_id: first.id, person_id })) === 'owner'
  )
}
