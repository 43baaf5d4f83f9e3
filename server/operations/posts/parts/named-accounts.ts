/** Accounts by the names that people know: `x:ada`. */
export interface Account {
  id: number
  platform: string
  username: string
}

const TOLD = 20

export function idOfNamed(name: string, accounts: readonly Account[]): number | { wrong: string } {
  const [one, ...others] = accounts.filter((each) => nameOf(each) === name.toLowerCase())
  if (one && !others.length) return one.id
  return one
    ? { wrong: `Several accounts are called ${name}: use an id. ${sayThem([one, ...others])}` }
    : { wrong: `There is no connected account ${name}. ${sayThem(accounts)}` }
}

/** Which could be named. */
export function sayThem(accounts: readonly Account[]) {
  if (!accounts.length) return 'No account is connected.'
  const some = accounts.slice(0, TOLD).map((each) => `${each.id} (${nameOf(each)})`)
  const more = accounts.length > TOLD ? ` and ${accounts.length - TOLD} more` : ''
  return `Connected: ${some.join(', ')}${more}.`
}

function nameOf({ platform, username }: Account) {
  return `${platform}:${username}`.toLowerCase()
}
