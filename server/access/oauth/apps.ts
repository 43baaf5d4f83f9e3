/** Connected apps as people see them: the live grants of a workspace. */
import type { Leash } from '#rules/leash.ts'
import { changeGrant, listGrants, lockGrant, revokeGrant } from '#store/grants.ts'
import { deleteEntriesOf } from '#store/oauth.ts'
import type { Scope } from '#store/schema.ts'

export interface App {
  id: number
  client: { name: string; uri: string | null }
  redirect_host: string
  created_at: string
  last_used_at: string | null
  leash: Leash
  paused: boolean
  /** Lists of tools that it gets; null: it was let in before there was a choice, and gets what it asks for. */
  toolsets: readonly string[] | null
  /** Who changed the leash last; null: it is as it was allowed. */
  leashed_by: number | null
  person: { id: number; name: string }
}

/** The latest first; `person_id`: only those that this person allowed. */
export async function listApps(scope: Scope, person_id?: number): Promise<App[]> {
  return (await listGrants(scope, person_id)).map(shown)
}

/** Held against other changes until the transaction ends. */
export async function lockApp(scope: Scope, id: number): Promise<App | undefined> {
  const row = await lockGrant(scope, id)
  return row && shown(row)
}

/** In force from the next request on, in every process. */
export async function leashApp(
  scope: Scope,
  app: App,
  change: Pick<App, 'leash' | 'leashed_by' | 'toolsets'>,
): Promise<App> {
  await changeGrant(scope, app.id, change)
  return { ...app, ...change, paused: change.leash.paused }
}

/** Its tokens are refused from the next request on, in every process. */
export async function revokeApp(scope: Scope, id: number, now: Date) {
  const ref = await revokeGrant(scope, id, now)
  if (ref !== undefined) await deleteEntriesOf(scope.db, ref)
}

function shown(row: Awaited<ReturnType<typeof listGrants>>[number]): App {
  const { client_name, client_uri, person_id, person_name, ...rest } = row
  return {
    ...rest,
    client: { name: client_name, uri: client_uri },
    paused: row.leash.paused,
    person: { id: person_id, name: person_name },
  }
}
