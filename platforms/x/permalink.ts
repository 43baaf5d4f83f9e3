import type { Session } from './api.ts'

/** X answers with an id only; the address of a post follows from it. */
export function permalink({ tools, account }: Session, id: string): string {
  return `${tools.config.hosts['web']}/${account.username}/status/${id}`
}
