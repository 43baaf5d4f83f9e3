/** What was asked of the service and what it acknowledged: the other side of the verdict. */
import type { Kind } from './kinds.ts'
import type { PlatformName } from './platforms/index.ts'

export interface Account {
  id: number
  platform: PlatformName
  username: string
  /** Who connected it: the emulator's name for it in faults, and who can connect it again. */
  person: string
}

export interface Workspace {
  id: number
  /** For REST. */
  token: string
  accounts: readonly Account[]
}

/** A change of what is out: one text for these accounts. */
export interface WantedEdit {
  text: string
  accounts: readonly number[]
  /** The accounts of which the service answered that it is asked for. */
  acknowledged: readonly number[]
}

/** One post. Each call on it that got a good answer binds the service; one without an answer binds nobody. */
export interface Entry {
  number: number
  kind: Kind
  workspace: Workspace
  accounts: readonly Account[]
  /** `platform_options` of the post. */
  options: Record<string, Record<string, unknown>>
  /** What it says, by version: the first one, and what each update asked for; nothing in a post without words. */
  texts: string[]
  /** Undefined until its creation was acknowledged. */
  post_id: number | undefined
  /** `refused`: the service said no, so it must not exist. */
  created: 'seeded' | 'asked' | 'acknowledged' | 'refused'
  due_at: Date
  /** The newest version that was acknowledged, from 1. */
  acknowledged: number
  /** Acknowledged: it must never appear on a platform from then on, and was not there before. */
  cancelled: boolean
  /** By account, what somebody wants taken down; acknowledged: the service answered that it is asked for. */
  removals: Map<number, 'asked' | 'acknowledged'>
  /** Somebody asked for it to be sent once more: what failed, or what was taken down. */
  again: boolean
  /** In order, each text of its own; none begins before the one before was answered. */
  edits: WantedEdit[]
  /** Somebody is changing it. */
  busy: boolean
}

export interface Ledger {
  entries: Entry[]
  /** Calls by what became of them: 'create 201', 'cancel 409', 'update no answer'. */
  calls: Map<string, number>
}

export function openLedger(): Ledger {
  return { entries: [], calls: new Map() }
}

export function count(counts: Map<string, number>, name: string, times = 1) {
  counts.set(name, (counts.get(name) ?? 0) + times)
}
