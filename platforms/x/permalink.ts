import type { Access } from './api.ts'

/** X answers with an id only; the address of a post follows from it. */
export function permalink({ tools, account }: Access, id: string): string {
  return `${tools.config.hosts['web']}/${account.username}/status/${id}`
}

/** The number in the address of a post, whoever's name stands in it. */
export function idIn(url: string): string | undefined {
  return /\/status(?:es)?\/(\d+)/.exec(url)?.[1]
}
