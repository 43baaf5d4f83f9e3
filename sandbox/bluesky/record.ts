/** Whether a record may be written: its key, its lexicon, its blobs and the records it points at. */
import { invalidRequest, refusal } from './answers.ts'
import { recordCid } from './cid.ts'
import type { Json, JsonObject } from './json.ts'
import { complaint, postgate, threadgate } from './lexicon.ts'
import { linksOf, type Links, type Reference } from './links.ts'
import { size } from './text.ts'
import { isTid } from './tid.ts'
import type { Repo, Store } from './store.ts'

/** What a fault may change about a server. */
export interface Conditions {
  /** Bytes; an old server refuses larger images. */
  blob_limit: number | undefined
  /** Blobs were collected between upload and use. */
  blobs_lost: boolean
}

export const normal: Conditions = { blob_limit: undefined, blobs_lost: false }

export interface Prepared {
  uri: string
  collection: string
  rkey: string
  cid: string
  value: JsonObject
}

export function prepare(
  store: Store,
  repo: Repo,
  { collection, rkey, record }: { collection: string; rkey: string; record: JsonObject },
  conditions: Conditions,
): Prepared {
  const value: JsonObject = { ...record, $type: record['$type'] ?? collection }
  if (value['$type'] !== collection) {
    const got = JSON.stringify(value['$type'])
    throw invalidRequest(`Invalid $type: expected "${collection}", got ${got}`)
  }
  const wrong = complaint(collection, value)
  if (wrong) throw invalidRequest(wrong)
  if (!isTid(rkey))
    throw invalidRequest(`Invalid record key for ${collection}: "${rkey}" is not a TID`)
  const cid = hash(value)
  const uri = `at://${repo.did}/${collection}/${rkey}`
  checkBlobs(repo, value, conditions)
  if (collection === 'app.bsky.feed.post') checkReferences(store, linksOf(value))
  else checkGate(uri, collection, value)
  return { uri, collection, rkey, cid, value }
}

/** Root and parent (or the quoted record) must be there with exactly this content. */
function checkReferences(store: Store, { root, parent, quoted }: Links) {
  if (quoted) mustExist(store, quoted, 'embed.record')
  if (!root || !parent) return
  mustExist(store, root, 'reply.root')
  const above = mustExist(store, parent, 'reply.parent')
  const thread = linksOf(above.value).root?.uri ?? above.uri
  if (thread === root.uri) return
  throw invalidRequest(`reply.root is not the root of the thread of reply.parent: ${thread}`)
}

function mustExist(store: Store, { uri, cid }: Reference, where: string) {
  const found = lookUp(store, uri)
  if (!found) throw invalidRequest(`${where}: no record at ${uri}`)
  if (found.cid !== cid) throw invalidRequest(`${where}: ${uri} has cid ${found.cid}, not ${cid}`)
  return found
}

export function lookUp({ state }: Store, uri: string) {
  const [, , did = '', collection = '', rkey = ''] = uri.split('/')
  return state.repos.get(did)?.collections.get(collection)?.get(rkey)
}

/**
 * "The record key (rkey) of the threadgate record must match the record key of the thread's root post, and that record
 * must be in the same repository" (lexicon app.bsky.feed.threadgate, atproto commit 0c8884d0). The post may follow later.
 */
function checkGate(uri: string, collection: string, value: JsonObject) {
  const gate = collection === 'app.bsky.feed.threadgate' ? threadgate : postgate
  const wanted = uri.replace(collection, 'app.bsky.feed.post')
  const { post: subject } = gate.parse(value)
  if (subject !== wanted)
    throw invalidRequest(`Invalid ${collection} record: post must be ${wanted}`)
}

function checkBlobs(repo: Repo, value: JsonObject, { blob_limit, blobs_lost }: Conditions) {
  for (const { cid, mimeType, bytes } of blobsIn(value)) {
    if (blobs_lost) repo.blobs.delete(cid)
    const blob = repo.blobs.get(cid)
    if (!blob) throw refusal(400, 'BlobNotFound', `Could not find blob: ${cid}`)
    if (blob.mime_type !== mimeType) {
      throw refusal(
        400,
        'InvalidMimeType',
        `Referenced Mimetype does not match stored blob. Expected: ${blob.mime_type}, Got: ${mimeType}`,
      )
    }
    if (blob.size !== bytes) {
      throw refusal(
        400,
        'InvalidSize',
        `Referenced Size does not match stored blob. Expected: ${blob.size}, Got: ${bytes}`,
      )
    }
    if (mimeType.startsWith('image/')) checkLimit(blob.size, blob_limit)
  }
}

export function checkLimit(bytes: number, limit: number | undefined) {
  if (limit === undefined || bytes <= limit) return
  throw refusal(
    400,
    'BlobTooLarge',
    `This file is too large. It is ${size(bytes)} but the maximum size is ${size(limit)}.`,
  )
}

/** Every blob that a record refers to, wherever it stands. */
function blobsIn(value: Json): { cid: string; mimeType: string; bytes: number }[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(blobsIn)
  const { $type, ref, mimeType, size: bytes } = value
  if ($type !== 'blob') return Object.values(value).flatMap(blobsIn)
  const cid = typeof ref === 'object' && ref && !Array.isArray(ref) ? ref['$link'] : undefined
  if (typeof cid !== 'string' || typeof mimeType !== 'string' || typeof bytes !== 'number') {
    throw invalidRequest('Invalid blob reference')
  }
  return [{ cid, mimeType, bytes }]
}

function hash(value: JsonObject) {
  try {
    return recordCid(value)
  } catch (error) {
    if (error instanceof RangeError) throw invalidRequest(`Invalid record: ${error.message}`)
    throw error
  }
}
