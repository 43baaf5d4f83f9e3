/** Which posts there are: drawn from the seed, each of a kind and on accounts that take it. */
import { manifests } from '#platforms/catalog.ts'
import type { Chance } from './chance.ts'
import { kinds, type Kind } from './kinds.ts'
import type { Account, Entry, Workspace } from './ledger.ts'
import { factsOf, type PlatformName } from './platforms/index.ts'
import { partTextOf, textOf } from './texts.ts'

/** How often a platform that takes a post gets it too. */
const TOGETHER = 0.5
/** Of the posts that an account may publish in a day: the service waits with what is more, and so would the run. */
const OF_A_DAY = 0.8

/** A way to publish. */
export interface Way {
  platform: PlatformName
  kind: Kind
}

/** How many deliveries each account has already. */
export type Load = Map<number, number>

/** New entries for about `deliveries` deliveries, numbered from `first`; due at a random moment between the two. */
export function drawEntries(
  workspaces: readonly Workspace[],
  chance: Chance,
  wanted: { deliveries: number; first: number; from: Date; until: Date },
  load: Load,
): Entry[] {
  const entries: Entry[] = []
  let deliveries = 0
  while (deliveries < wanted.deliveries) {
    const entry = drawEntry(workspaces, chance, wanted.first + entries.length, load)
    entry.due_at = new Date(chance.between(wanted.from.getTime(), wanted.until.getTime()))
    deliveries += entry.accounts.length
    entries.push(entry)
  }
  return entries
}

/** The next number after `last` whose text this platform takes. */
export function numberAfter(last: number, { platform, kind }: Way): number {
  const number = last + 1
  return takes(platform, kind, textOf(number, 1)) ? number : numberAfter(number, { platform, kind })
}

/** A post of that number, on these accounts. */
export function entryOf(
  workspace: Workspace,
  { number, kind, accounts }: Pick<Entry, 'number' | 'kind' | 'accounts'>,
): Entry {
  return {
    number,
    kind,
    workspace,
    accounts,
    options: optionsOf(number, accounts),
    texts: [firstTextOf(number, kind)],
    post_id: undefined,
    created: 'asked',
    due_at: new Date(),
    acknowledged: 1,
    cancelled: false,
    removals: new Map(),
    again: false,
    edits: [],
    busy: false,
  }
}

/** Two threads that begin alike would each be anybody's. */
function firstTextOf(number: number, kind: Kind) {
  if (!kinds[kind].words) return ''
  return kinds[kind].parts > 1 ? partTextOf(number, 1) : textOf(number, 1)
}

function drawEntry(
  workspaces: readonly Workspace[],
  chance: Chance,
  number: number,
  load: Load,
): Entry {
  for (let tries = 0; tries < 1_000; tries++) {
    const workspace = chance.pick(workspaces)
    if (!workspace) throw new Error('There are no workspaces.')
    const first = chance.pick([...new Set(workspace.accounts.map(({ platform }) => platform))])
    if (!first) throw new Error('There are no accounts.')
    const kind = chance.weighted(weightsOf(first))
    const accounts = workspace.accounts.filter(
      (account) =>
        takes(account.platform, kind, textOf(number, 1)) &&
        (account.platform === first || chance.next() < TOGETHER) &&
        hasRoom(account, load),
    )
    if (!accounts.length) continue
    for (const { id } of accounts) load.set(id, (load.get(id) ?? 0) + kinds[kind].parts)
    return entryOf(workspace, { number, kind, accounts })
  }
  throw new Error('Every account has as many posts as it may publish in a day.')
}

export function takes(platform: PlatformName, kind: Kind, text: string) {
  const rules = manifests[platform]?.text() ?? []
  return kind in factsOf(platform).kinds && rules.every(({ max, measure }) => measure(text) <= max)
}

export function hasRoom({ id, platform }: Account, load: Load) {
  const most = manifests[platform]?.limits.per_account_per_day ?? Infinity
  return (load.get(id) ?? 0) < most * OF_A_DAY
}

function weightsOf(platform: PlatformName): Record<Kind, number> {
  const weights = { ...none }
  for (const [kind, weight] of Object.entries(factsOf(platform).kinds))
    if (isKind(kind)) weights[kind] = weight
  return weights
}

const none: Record<Kind, number> = {
  text: 0,
  comment: 0,
  thread: 0,
  image: 0,
  image_comment: 0,
  image_only: 0,
  image_thread: 0,
  video: 0,
  video_comment: 0,
  video_thread: 0,
}

function isKind(name: string): name is Kind {
  return name in kinds
}

function optionsOf(number: number, accounts: readonly Account[]) {
  const options: Record<string, Record<string, unknown>> = {}
  for (const { platform } of accounts) {
    const own = factsOf(platform).options?.(number)
    if (own) options[platform] = own
  }
  return options
}
