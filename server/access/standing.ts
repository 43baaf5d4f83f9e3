/** Whether a credential still stands, for what was begun with it and goes on without it. */
import { COMMAND_LINE } from '#rules/connect.ts'
import { credentialOfGrant, grantIdOf } from '#rules/grant.ts'
import { credentialOfKey, keyIdOf } from '#rules/key.ts'
import { free, hasExpired } from '#rules/leash.ts'
import { abilitiesOf, leashOf, personIdOf } from '#rules/role.ts'
import { findGrant } from '#store/grants.ts'
import { findLiveKey } from '#store/keys.ts'
import type { Db } from '#store/schema.ts'
import { roleOf } from '#store/sessions.ts'
import type { KeyHolder } from './keys.ts'

/** What it may do now; undefined once the key, the grant or the membership has ended. */
export async function standingOf(
  db: Db,
  { workspace_id, credential }: { workspace_id: number; credential: string },
  now: Date,
): Promise<KeyHolder | undefined> {
  const found = await lookUp(db, workspace_id, credential)
  return found && !hasExpired(found.leash, now) ? { workspace_id, credential, ...found } : undefined
}

async function lookUp(db: Db, workspace_id: number, credential: string) {
  // Whoever runs the instance may do everything, for as long as it runs.
  if (credential === COMMAND_LINE) return { abilities: ['*'], leash: free }
  const key_id = keyIdOf(credential)
  if (key_id !== undefined && credential === credentialOfKey(key_id)) {
    const key = await findLiveKey(db, key_id)
    if (key?.workspace_id !== workspace_id) return undefined
    return { abilities: key.abilities, leash: key.leash }
  }
  const grant_id = grantIdOf(credential)
  if (grant_id !== undefined && credential === credentialOfGrant(grant_id)) {
    const grant = await findGrant({ db, workspace_id }, grant_id)
    return grant && { abilities: abilitiesOf(grant.role), leash: leashOf(grant.role, grant.leash) }
  }
  const person_id = personIdOf(credential)
  const role = person_id && (await roleOf(db, { workspace_id, person_id }))
  return role ? { abilities: abilitiesOf(role), leash: leashOf(role) } : undefined
}
