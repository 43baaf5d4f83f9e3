import { handleOf } from './called.ts'

/** Where an account is: its platform, as people say it, and its handle there, unless that is a number. */
export function whereOf(platform: string, account: { username: string }) {
  return [platform, handleOf(account) ?? []].flat().join(' · ')
}
