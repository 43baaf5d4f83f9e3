import { platformName } from './platform-mark.tsx'

/** What people call an account: its handle there, or its name where the platform gave it a number instead. */
export function calledOf({ username, name }: { username: string; name: string }) {
  return handleOf({ username }) ?? name
}

/** What it is found by there; undefined where the platform gave it a number, which says nothing to people. */
export function handleOf({ username }: { username: string }) {
  return /\D/.test(username) ? username : undefined
}

/** Among accounts of several platforms. */
export function fullNameOf(account: { platform: string; username: string; name: string }) {
  return `${platformName(account.platform)} ${calledOf(account)}`
}
