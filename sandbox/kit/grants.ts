/** Consents, and the access tokens that came out of each. */
interface Granted<Grant> {
  grants: Map<string, Grant>
  access: Map<string, { grant_id: string; until: number }>
}

/** Whose a token is, while it lives. */
export function liveGrant<Grant>({ grants, access }: Granted<Grant>, token: string, now: number) {
  const known = access.get(token)
  return known && known.until > now ? grants.get(known.grant_id) : undefined
}

export function removeGrant<Grant>({ grants, access }: Granted<Grant>, { id }: { id: string }) {
  grants.delete(id)
  for (const [token, { grant_id }] of access) if (grant_id === id) access.delete(token)
}
