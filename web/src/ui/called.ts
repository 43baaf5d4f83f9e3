/** What people call an account: its handle there, or its name where the platform gave it a number instead. */
export function calledOf({ username, name }: { username: string; name: string }) {
  return /\D/.test(username) ? username : name
}
