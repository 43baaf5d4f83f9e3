/** Addresses of new posts, which neither this device nor the service has seen. */
const begun = new Set<string>()

export function newUuid() {
  const uuid = crypto.randomUUID()
  begun.add(uuid)
  return uuid
}

export function isNew(uuid: string) {
  return begun.has(uuid)
}
