/** Who wants posts out that wait for approval. */
import type { Asker } from '#rules/actor.ts'
import { grantIdOf } from '#rules/grant.ts'
import { keyIdOf } from '#rules/key.ts'
import { personIdOf } from '#rules/role.ts'
import { namesOfGrants } from '#store/grants.ts'
import { namesOfKeys } from '#store/keys.ts'
import { namesOfMembers } from '#store/members.ts'
import type { Context } from '../../context.ts'

/** Names credentials, as far as they are keys, grants or members of this workspace. */
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
