/** Grants on the wire: how their calls are kept apart. Pure. */

/** Whom a grant's calls are kept under. */
export function credentialOfGrant(id: number) {
  return `grant:${id}`
}

/** The grant behind a credential; undefined when it is of another kind. */
export function grantIdOf(credential: string) {
  const [, id] = /^grant:(\d{1,15})$/.exec(credential) ?? []
  return id === undefined ? undefined : Number(id)
}
