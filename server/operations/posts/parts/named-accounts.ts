/** Accounts, sets of them and queues by the names that people know: `x:ada`, `ada`, `Café Ada`, `Everywhere`, `Mornings`. */
import { calledOf } from '#rules/called.ts'

export interface Account {
  id: number
  platform: string
  username: string
  name: string
}

/** What may be named in this workspace, by whoever asks. */
export interface Known {
  accounts: readonly Account[]
  sets: readonly Named[]
  queues: readonly Named[]
}

interface Named {
  id: number
  name: string
}

const TOLD = 20

export function idOfSet(name: string, sets: Known['sets']): number | { wrong: string } {
  return idIn(sets, name) ?? { wrong: `There is no account set ${name}. ${saySets(sets)}` }
}

export function idOfQueue(name: string, queues: Known['queues']): number | { wrong: string } {
  return idIn(queues, name) ?? { wrong: `There is no queue ${name}. ${sayQueues(queues)}` }
}

function idIn(all: readonly Named[], name: string) {
  return all.find((each) => each.name.toLowerCase() === name.toLowerCase())?.id
}

export function saySets(sets: Known['sets']) {
  return sets.length ? `Sets: ${namesOf(sets)}.` : 'There are no sets.'
}

export function sayQueues(queues: Known['queues']) {
  return queues.length ? `Queues: ${namesOf(queues)}.` : 'There are no queues.'
}

function namesOf(all: readonly Named[]) {
  return someOf(all.map(({ id, name }) => `${id} (${name})`))
}

/**
 * `x:ada`; also `ada`, `@ada`, `x`, and what people call it, with its platform or alone, where only one account is meant by it.
 * The whole name comes first; some platforms give accounts a number, which nobody knows by heart.
 */
export function idOfNamed(name: string, accounts: readonly Account[]): number | { wrong: string } {
  const wanted = name.toLowerCase()
  const called: ((account: Account) => boolean)[] = [
    (each) => nameOf(each) === wanted,
    ({ username }) => username.toLowerCase() === wanted.replace(/^@/, ''),
    ({ platform }) => platform === wanted.replaceAll(' ', '_'),
    ({ platform, name: called }) =>
      [called, `${platform}:${called}`].some((each) => each.toLowerCase() === wanted),
  ]
  const found = called.map((is) => accounts.filter(is)).find(({ length }) => length)
  const [one, ...others] = found ?? []
  if (one && !others.length) return one.id
  return one
    ? { wrong: `Several accounts are called ${name}: use an id. ${sayThem([one, ...others])}` }
    : { wrong: `There is no connected account ${name}. ${sayThem(accounts)}` }
}

/** Which could be named. */
export function sayThem(accounts: readonly Account[]) {
  if (!accounts.length) return 'No account is connected.'
  return `Connected: ${someOf(accounts.map((each) => `${each.id} (${toldAs(each)})`))}.`
}

function someOf(texts: readonly string[]) {
  const more = texts.length > TOLD ? ` and ${texts.length - TOLD} more` : ''
  return `${texts.slice(0, TOLD).join(', ')}${more}`
}

/** By its handle; where that is a number, by its name. */
function toldAs(account: Account) {
  const called = calledOf(account)
  return called === account.username ? nameOf(account) : `${account.platform}:${called}`
}

function nameOf({ platform, username }: Account) {
  return `${platform}:${username}`.toLowerCase()
}
