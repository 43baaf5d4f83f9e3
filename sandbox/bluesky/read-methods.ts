/** Reading repositories: public, no sign-in. */
import { z } from 'zod'
import { input, invalidRequest, refusal } from './answers.ts'
import { lookBy } from '../kit/shown.ts'
import { withFault } from './faults.ts'
import { findPerson } from './people.ts'
import { find } from './repo.ts'
import type { Repo, Stored } from './store.ts'
import type { Call, Methods } from './xrpc.ts'

const one = z.object({
  repo: z.string(),
  collection: z.string(),
  rkey: z.string(),
  cid: z.string().optional(),
})

const many = z.object({
  repo: z.string(),
  collection: z.string(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().optional(),
  reverse: z.stringbool().default(false),
})

const blobAddress = z.object({ did: z.string(), cid: z.string() })

export const readMethods: Methods = {
  'com.atproto.repo.getRecord': { verb: 'GET', run: getRecord },
  'com.atproto.repo.listRecords': { verb: 'GET', run: listRecords },
  'com.atproto.sync.getBlob': { verb: 'GET', run: getBlob },
}

async function getRecord(call: Call) {
  const params = input(one, call.request.query, 'Params')
  const { repo, names } = readable(call, params.repo)
  return withFault(call, { on: 'read', names }, () => {
    const record = find(repo, params)
    if (!record || (params.cid && params.cid !== record.cid)) {
      const uri = `at://${repo.did}/${params.collection}/${params.rkey}`
      throw refusal(400, 'RecordNotFound', `Could not locate record: ${uri}`)
    }
    return answer(record)
  })
}

/** By record key, the newest TID first; `reverse` turns it round, `cursor` is the last key seen. */
async function listRecords(call: Call) {
  const params = input(many, call.request.query, 'Params')
  const { repo, names } = readable(call, params.repo)
  return withFault(call, { on: 'read', names }, () => {
    const { limit, cursor, reverse } = params
    const after = (rkey: string) => !cursor || (reverse ? rkey > cursor : rkey < cursor)
    const records = [...(repo.collections.get(params.collection)?.values() ?? [])]
      .filter(({ rkey }) => after(rkey))
      .toSorted((a, b) => (a.rkey < b.rkey ? 1 : -1))
    const look = lookBy({ faults: call.store.faults, on: 'read', names, now: call.store.now() })
    const seen = look.list(records, ({ uri, indexed_at }) => ({
      id: uri,
      created_at: Date.parse(indexed_at),
    }))
    const page = (reverse ? seen.toReversed() : seen).slice(0, limit)
    const last = page.at(-1)
    return {
      ...(last && { cursor: last.rkey }),
      records: page.map(answer),
    }
  })
}

function getBlob({ store, request, reply }: Call) {
  const { did, cid } = input(blobAddress, request.query, 'Params')
  const blob = store.state.repos.get(did)?.blobs.get(cid)
  const bytes = store.state.bytes.get(cid)
  if (!blob || !bytes) throw refusal(400, 'BlobNotFound', 'Blob not found')
  return reply
    .type(blob.mime_type)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(bytes)
}

function readable({ store }: Call, name: string): { repo: Repo; names: readonly string[] } {
  const person = findPerson(name)
  const repo = person && store.state.repos.get(person.id)
  if (!repo) throw invalidRequest(`Could not find repo: ${name}`)
  return { repo, names: [person.id, person.username] }
}

function answer({ uri, cid, value }: Stored) {
  return { uri, cid, value }
}
