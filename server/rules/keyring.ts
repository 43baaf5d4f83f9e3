/** The keys that this instance seals and signs with: one, and beside it another while it is being changed. */
import { hkdfSync } from 'node:crypto'

export interface SecretKey {
  /** Eight letters that tell it from another, and nothing of what it is. */
  readonly id: string
  readonly text: string
  /** A key of its own for each purpose, always the same. */
  derive(purpose: string, bytes?: number): Buffer
}

export interface Keyring {
  /** What is sealed and signed now is so under this one. */
  readonly first: SecretKey
  /** Whatever was sealed or signed under one of these is known; the first one first. */
  readonly all: readonly SecretKey[]
  /** Whether sealed values name their key. Not where older versions may read along, which know none by its name. */
  readonly names_keys: boolean
  /** All at once. Without `first`: the first of them. */
  hold(keys: readonly SecretKey[], first?: SecretKey, names_keys?: boolean): void
}

export function secretKey(text: string): SecretKey {
  const known = new Map<string, Buffer>()
  const derive = (purpose: string, bytes = 32) => {
    const label = `${bytes} ${purpose}`
    const before = known.get(label)
    if (before) return before
    const key = Buffer.from(hkdfSync('sha256', text, 'crier', purpose, bytes))
    known.set(label, key)
    return key
  }
  return { id: derive('id of the key', 4).toString('hex'), text, derive }
}

export function keyring(texts: readonly [string, ...string[]]): Keyring {
  const [first, ...rest] = texts
  let held = arranged([secretKey(first), ...rest.map(secretKey)])
  return {
    get first() {
      return held.first
    },
    get all() {
      return held.all
    },
    get names_keys() {
      return held.names_keys
    },
    hold(...keys) {
      held = arranged(...keys)
    },
  }
}

/** One key stands for a ring that never changes. */
export function ringOf(keys: Keyring | string): Keyring {
  return typeof keys === 'string' ? keyring([keys]) : keys
}

function arranged(keys: readonly SecretKey[], chosen?: SecretKey, names_keys = true) {
  const first = chosen ?? keys[0]
  if (!first) throw new Error('A ring has a key.')
  const others = keys.filter(({ id }) => id !== first.id)
  return { first, all: [first, ...others], names_keys }
}

/** As a process shows it to the others: which key it writes with, then all that it knows. */
export function shownRing({ all }: Pick<Keyring, 'all'>): string {
  return all.map(({ id }) => id).join('+')
}

export interface ShownRing {
  writes: string
  knows: string[]
}

/** Undefined: a process of a version that shows none. */
export function readRing(shown: string): ShownRing | undefined {
  const knows = /^[0-9a-f]{8}(\+[0-9a-f]{8})*$/.exec(shown)?.[0].split('+')
  const [writes] = knows ?? []
  return knows && writes !== undefined ? { writes, knows } : undefined
}
