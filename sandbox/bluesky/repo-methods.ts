/** com.atproto.repo.* over HTTP: who may write, what it costs, which fault is played; the writing is in `repo.ts`. */
import { z } from 'zod'
import { input, invalidRequest, refusal } from './answers.ts'
import { authenticate } from './authenticate.ts'
import { blobRef, storeBlob } from './blobs.ts'
import { withFault } from './faults.ts'
import { jsonObject } from './json.ts'
import { costs, spend, writeLimits } from './limits.ts'
import { findPerson } from './people.ts'
import { readMethods } from './read-methods.ts'
import { checkLimit } from './record.ts'
import { applyWrites, createRecord, deleteRecord, find, putRecord, type Write } from './repo.ts'
import { repoScope, requireBlob, requireRepo, type Action } from './scopes.ts'
import { nextTid, type Store } from './store.ts'
import type { Call, Methods } from './xrpc.ts'

/** Bluesky's own PDSs take 50 MB (docs.bsky.app, 2026-04-21). */
const largestBlob = 52_428_800

const address = {
  repo: z.string(),
  collection: z.string(),
  swapCommit: z.string().nullish(),
}
/** `validate` is read and ignored: this server always validates. */
const create = z.object({
  ...address,
  rkey: z.string().optional(),
  validate: z.boolean().optional(),
  record: jsonObject,
})
const put = create.extend({ rkey: z.string(), swapRecord: z.string().nullish() })
const remove = z.object({ ...address, rkey: z.string(), swapRecord: z.string().nullish() })

const write = z.discriminatedUnion('$type', [
  z.object({
    $type: z.literal('com.atproto.repo.applyWrites#create'),
    collection: z.string(),
    rkey: z.string().optional(),
    value: jsonObject,
  }),
  z.object({
    $type: z.literal('com.atproto.repo.applyWrites#update'),
    collection: z.string(),
    rkey: z.string(),
    value: jsonObject,
  }),
  z.object({
    $type: z.literal('com.atproto.repo.applyWrites#delete'),
    collection: z.string(),
    rkey: z.string(),
  }),
])
const batch = z.object({
  repo: z.string(),
  validate: z.boolean().optional(),
  writes: z.array(write).max(200),
  swapCommit: z.string().nullish(),
})

export const repoMethods: Methods = {
  ...readMethods,
  'com.atproto.repo.putRecord': { verb: 'POST', run: runPut },
  'com.atproto.repo.createRecord': { verb: 'POST', run: runCreate },
  'com.atproto.repo.deleteRecord': { verb: 'POST', run: runDelete },
  'com.atproto.repo.applyWrites': { verb: 'POST', run: runBatch },
  'com.atproto.repo.uploadBlob': { verb: 'POST', body: largestBlob, run: runUpload },
}

/** A put needs both actions, whichever it turns out to be (atproto commit 05c4bca8, packages/pds, putRecord.ts). */
async function runPut(call: Call) {
  const body = input(put, call.request.body, 'Input')
  const { collection } = body
  const { repo, around } = writer(call, body.repo, [
    { action: 'create', collection },
    { action: 'update', collection },
  ])
  charge(call, repo.did, find(repo, body) ? costs.update : costs.create)
  return withFault(call, around, (conditions) => putRecord(call.store, repo, body, conditions))
}

async function runCreate(call: Call) {
  const body = input(create, call.request.body, 'Input')
  const { collection } = body
  const { repo, around } = writer(call, body.repo, [{ action: 'create', collection }])
  charge(call, repo.did, costs.create)
  return withFault(call, around, (conditions) => {
    const rkey = body.rkey ?? nextTid(call.store)
    return createRecord(call.store, repo, { ...body, rkey }, conditions)
  })
}

async function runDelete(call: Call) {
  const body = input(remove, call.request.body, 'Input')
  const { collection } = body
  const { repo, around } = writer(call, body.repo, [{ action: 'delete', collection }])
  charge(call, repo.did, costs.delete)
  return withFault(call, { ...around, on: 'delete' }, () => deleteRecord(call.store, repo, body))
}

async function runBatch(call: Call) {
  const body = input(batch, call.request.body, 'Input')
  const writes = body.writes.map((each): Write => {
    const { collection } = each
    switch (each.$type) {
      case 'com.atproto.repo.applyWrites#create': {
        const rkey = each.rkey ?? nextTid(call.store)
        return { action: 'create', collection, rkey, record: each.value }
      }
      case 'com.atproto.repo.applyWrites#update':
        return { action: 'update', collection, rkey: each.rkey, record: each.value }
      case 'com.atproto.repo.applyWrites#delete':
        return { action: 'delete', collection, rkey: each.rkey }
    }
  })
  const { repo, around } = writer(call, body.repo, writes)
  charge(
    call,
    repo.did,
    writes.reduce((sum, { action }) => sum + costs[action], 0),
  )
  const { swapCommit } = body
  return withFault(call, around, (conditions) =>
    applyWrites(call.store, repo, { writes, swapCommit }, conditions),
  )
}

async function runUpload(call: Call) {
  const { store, request } = call
  const { person, names, scope, ends } = authenticate(call)
  const mime = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (!mime) throw invalidRequest('Request encoding (Content-Type) required but not provided')
  requireBlob(scope, mime)
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (bytes.length === 0) throw invalidRequest('Request body is empty')
  const around = { on: 'upload', names, ends: { ...ends, scope: `blob:${mime}` } }
  return withFault(call, around, ({ blob_limit, blobs_lost }) => {
    checkLimit(bytes.length, blob_limit)
    const repo = repoOf(store, person.id)
    const blob = storeBlob(store, repo, bytes, mime)
    if (blobs_lost) repo.blobs.delete(blob.cid)
    return { blob: blobRef(blob) }
  })
}

/** The caller's own repository, if the caller may do all of `writes` in it, and how faults find this call. */
function writer(
  call: Call,
  repo: string,
  writes: readonly { action: Action; collection: string }[],
) {
  const { person, names, scope, ends } = authenticate(call)
  const owner = findPerson(repo)
  if (!owner) throw refusal(403, 'AccountNotFound', `Could not find account: ${repo}`)
  if (owner.id !== person.id)
    throw invalidRequest(`Not the repository of ${person.username}: ${repo}`)
  for (const { action, collection } of writes) requireRepo(scope, collection, action)
  const posts = writes.some(
    ({ action, collection }) => action !== 'delete' && collection === 'app.bsky.feed.post',
  )
  const [first] = writes
  const needed = first && repoScope(first.collection, first.action)
  const on = posts ? 'post' : 'record'
  return {
    repo: repoOf(call.store, person.id),
    around: { on, names, ends: { ...ends, ...(needed && { scope: needed }) } },
  }
}

function charge({ store, reply }: Call, who: string, cost: number) {
  spend(store, reply, { who, cost, limits: writeLimits })
}

function repoOf({ state }: Store, did: string) {
  const repo = state.repos.get(did)
  if (!repo) throw new Error(`No repository for ${did}`)
  return repo
}
