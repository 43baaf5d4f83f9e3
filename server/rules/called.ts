/**
 * What people call an account: its handle there, or its name where the platform gave it a number instead (locations of
 * Google, Pages without a handle).
 */
export function calledOf({ username, name }: { username: string; name: string }): string {
  return /\D/.test(username) ? username : name
}
