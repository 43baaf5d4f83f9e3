/** Events as callers see them: who did it is told to those who run the workspace. */
import type { Context } from '#operations/context.ts'
import type { Actor, Asker } from '#rules/actor.ts'
import { cursorOf, type Event } from '#rules/event.ts'
import { allows } from '#rules/ability.ts'
import { grantIdOf } from '#rules/grant.ts'
import { keyIdOf } from '#rules/key.ts'
import { isLeashed } from '#rules/leash.ts'
import { personIdOf } from '#rules/role.ts'
import type { EventRow } from '#store/events.ts'
import { externalIdsOf } from '#store/external-ids.ts'
import { namesOfGrants } from '#store/grants.ts'
import { namesOfKeys } from '#store/keys.ts'
import { namesOfMembers } from '#store/members.ts'

export async function shownEvents(
  rows: readonly EventRow[],
  { shown }: { shown: string },
  context: Context,
): Promise<Event[]> {
  const actorOf = await actorsOf(
    rows.map(({ actor }) => actor),
    context,
  )
  const external_ids = await externalIdsOf(context, [
    ...new Set(rows.flatMap(({ post_id }) => post_id ?? [])),
  ])
  return rows.map((row) => ({
    id: row.uuid,
    cursor: cursorOf(shown, row.seq),
    type: row.type,
    at: row.at,
    post_id: row.post_id,
    external_id: (row.post_id !== null && external_ids.get(row.post_id)) || null,
    delivery_id: row.delivery_id,
    account_id: row.account_id,
    media_id: row.media_id,
    actor: actorOf(row.actor),
    data: row.data,
  }))
}

/** What credentials are called, for whoever asks. */
export async function actorsOf(
  credentials: readonly string[],
  context: Context,
): Promise<(actor: string) => Actor> {
  const { abilities, leash } = context.caller
  const told = allows(abilities, 'keys:manage') && !isLeashed(leash)
  const ids = (of: (credential: string) => number | undefined) =>
    told ? [...new Set(credentials.flatMap((each) => of(each) ?? []))] : []
  const kinds = [
    { kind: 'key', idOf: keyIdOf, names: await namesOfKeys(context, ids(keyIdOf)) },
    { kind: 'app', idOf: grantIdOf, names: await namesOfGrants(context, ids(grantIdOf)) },
    { kind: 'person', idOf: personIdOf, names: await namesOfMembers(context, ids(personIdOf)) },
  ] as const
  return (actor) => {
    for (const { kind, idOf, names } of kinds) {
      const id = idOf(actor)
      if (id === undefined) continue
      return { kind, id: told ? String(id) : null, name: names.get(id) ?? null }
    }
    return { kind: 'crier', id: null, name: null }
  }
}

/** Who wants a post out, as far as it is a key, a grant or a member of this workspace: told by name to whoever reads the post. */
export async function askersOf(
  credentials: readonly string[],
  context: Context,
): Promise<(credential: string) => Asker | null> {
  const [keys, grants, members] = await Promise.all([
    namesOfKeys(
      context,
      credentials.flatMap((each) => keyIdOf(each) ?? []),
    ),
    namesOfGrants(
      context,
      credentials.flatMap((each) => grantIdOf(each) ?? []),
    ),
    namesOfMembers(
      context,
      credentials.flatMap((each) => personIdOf(each) ?? []),
    ),
  ])
  return (credential) => {
    const [key, grant] = [keyIdOf(credential) ?? 0, grantIdOf(credential) ?? 0]
    const [key_name, grant_name] = [keys.get(key), grants.get(grant)]
    if (key_name !== undefined) return { key_id: String(key), name: key_name }
    if (grant_name !== undefined) return { grant_id: String(grant), name: grant_name }
    const person_id = personIdOf(credential) ?? 0
    const name = members.get(person_id)
    return name === undefined ? null : { person_id, name }
  }
}
