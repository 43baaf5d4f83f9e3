/** The writes of a repository. Each returns what the server answers; a refused one leaves nothing behind. */
import { brokenXrpc, invalidRequest, Refusal, refusal } from './answers.ts'
import { recordCid } from './cid.ts'
import type { JsonObject } from './json.ts'
import { linksOf } from './links.ts'
import { prepare, type Conditions, type Prepared } from './record.ts'
import { nextTid, type Repo, type Stored, type Store } from './store.ts'

export interface Swap {
  /** The commit the caller believes to be the last. */
  swapCommit?: string | null | undefined
  /** The cid the caller believes to be there; null for "nothing". */
  swapRecord?: string | null | undefined
}

export interface RecordInput {
  collection: string
  rkey: string
  record: JsonObject
}

/** The same content again is answered without a commit (measured, 2026-11-20). */
export function putRecord(
  store: Store,
  repo: Repo,
  input: RecordInput & Swap,
  conditions: Conditions,
) {
  const prepared = prepare(store, repo, input, conditions)
  const current = find(repo, input)
  const { uri, cid } = prepared
  if (current?.cid === cid) return { uri, cid, validationStatus: 'valid' }
  checkSwap(repo, current, input)
  save(store, repo, prepared)
  return { uri, cid, commit: commit(store, repo, [cid]), validationStatus: 'valid' }
}

/** An existing key is answered as a fault of the server, not of the caller (measured, 2026-11-20). */
export function createRecord(
  store: Store,
  repo: Repo,
  input: RecordInput & Swap,
  conditions: Conditions,
) {
  const prepared = prepare(store, repo, input, conditions)
  mustBeNew(repo, input)
  checkSwap(repo, undefined, { swapCommit: input.swapCommit })
  save(store, repo, prepared)
  const { uri, cid } = prepared
  return { uri, cid, commit: commit(store, repo, [cid]), validationStatus: 'valid' }
}

/** Deleting what is not there succeeds too, without a commit (measured, 2026-11-20). */
export function deleteRecord(
  store: Store,
  repo: Repo,
  input: { collection: string; rkey: string } & Swap,
) {
  const current = find(repo, input)
  if (!current) return {}
  checkSwap(repo, current, input)
  store.options.gone?.(current.uri)
  forget(store, repo, current)
  return { commit: commit(store, repo, []) }
}

export type Write =
  | { action: 'create' | 'update'; collection: string; rkey: string; record: JsonObject }
  | { action: 'delete'; collection: string; rkey: string }

/** All or nothing; a later write may refer to an earlier one. */
export function applyWrites(
  store: Store,
  repo: Repo,
  { writes, ...swap }: { writes: readonly Write[] } & Swap,
  conditions: Conditions,
) {
  checkSwap(repo, undefined, { swapCommit: swap.swapCommit })
  const undo: (() => void)[] = []
  try {
    const results = writes.map((write) => applyWrite(store, repo, write, conditions, undo))
    const cids = results.flatMap(({ cid }) => cid ?? [])
    return { commit: commit(store, repo, cids), results }
  } catch (error) {
    for (const step of undo.toReversed()) step()
    throw error
  }
}

function applyWrite(
  store: Store,
  repo: Repo,
  write: Write,
  conditions: Conditions,
  undo: (() => void)[],
) {
  const before = find(repo, write)
  const $type = `com.atproto.repo.applyWrites#${write.action}Result`
  if (write.action === 'delete') {
    if (!before) throw invalidRequest(`No record at ${write.collection}/${write.rkey}`)
    store.options.gone?.(before.uri)
    forget(store, repo, before)
    undo.push(() => restore(store, repo, before))
    return { $type }
  }
  const prepared = prepare(store, repo, write, conditions)
  if (write.action === 'create') mustBeNew(repo, write)
  else if (!before) throw invalidRequest(`No record at ${prepared.uri}`)
  const after = save(store, repo, prepared)
  undo.push(() => {
    forget(store, repo, after)
    if (before) restore(store, repo, before)
  })
  const { uri, cid } = prepared
  return { $type, uri, cid, validationStatus: 'valid' }
}

export function find({ collections }: Repo, at: { collection: string; rkey: string }) {
  return collections.get(at.collection)?.get(at.rkey)
}

function mustBeNew(repo: Repo, at: { collection: string; rkey: string }) {
  if (find(repo, at)) throw new Refusal(brokenXrpc.status, brokenXrpc.body)
}

function checkSwap(repo: Repo, current: Stored | undefined, { swapCommit, swapRecord }: Swap) {
  if (swapRecord !== undefined && swapRecord !== (current?.cid ?? null)) {
    throw refusal(400, 'InvalidSwap', `Record was at ${current?.cid ?? 'null'}`)
  }
  if (typeof swapCommit === 'string' && swapCommit !== repo.commit) {
    throw refusal(400, 'InvalidSwap', `Commit was at ${repo.commit}`)
  }
}

function save(store: Store, repo: Repo, { uri, collection, rkey, cid, value }: Prepared) {
  const before = find(repo, { collection, rkey })
  if (before) forget(store, repo, before)
  const indexed_at = before?.indexed_at ?? new Date(store.now()).toISOString()
  const arrival = before?.arrival ?? (store.state.arrivals += 1)
  const updates = before ? before.updates + 1 : 0
  const after = { uri, collection, rkey, cid, value, indexed_at, arrival, updates }
  restore(store, repo, after)
  if (!before) store.options.made?.(uri)
  return after
}

function restore(store: Store, repo: Repo, record: Stored) {
  const records = repo.collections.get(record.collection) ?? new Map<string, Stored>()
  repo.collections.set(record.collection, records.set(record.rkey, record))
  count(store, record, 1)
}

function forget(store: Store, repo: Repo, record: Stored) {
  repo.collections.get(record.collection)?.delete(record.rkey)
  count(store, record, -1)
}

/** Counts replies and quotes of what was there before. */
export function countLinks(store: Store) {
  for (const { collections } of store.state.repos.values()) {
    for (const record of collections.get('app.bsky.feed.post')?.values() ?? [])
      count(store, record, 1)
  }
}

/** Keeps the numbers of replies and quotes, so that nobody has to search for them. */
function count({ state }: Store, record: Stored, by: 1 | -1) {
  if (record.collection !== 'app.bsky.feed.post') return
  const { parent, quoted } = linksOf(record.value)
  if (parent) state.replies.set(parent.uri, (state.replies.get(parent.uri) ?? 0) + by)
  if (quoted) state.quotes.set(quoted.uri, (state.quotes.get(quoted.uri) ?? 0) + by)
}

/** A commit's cid stands for what changed; the tree of the whole repository is not built. */
function commit(store: Store, repo: Repo, cids: readonly string[]) {
  const rev = nextTid(store)
  const cid = recordCid({ did: repo.did, rev, prev: repo.commit, cids: [...cids] })
  Object.assign(repo, { rev, commit: cid })
  store.touch()
  return { cid, rev }
}
