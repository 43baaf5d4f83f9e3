/** Taking records down. A delete of what is not there answers as any other, and a repository is public. */
import { z } from 'zod'
import { type Account, Failure, type Landed, type Tools } from '../platform.ts'
import { repo } from './repo.ts'
import { session } from './session.ts'

const Address = /^at:\/\/([^/]+)\/([^/]+)\/([^/]+)$/

export async function remove(landed: Landed, account: Account, tools: Tools): Promise<void> {
  const { collection, rkey } = addressOf(landed)
  const own = session(account, tools)
  const nsid = 'com.atproto.repo.deleteRecord'
  const json = { repo: own.did, collection, rkey }
  await own.ask({ purpose: 'remove', method: 'POST', nsid, json }, z.object({}))
}

export async function isGone(landed: Landed, account: Account, tools: Tools) {
  const { collection, rkey } = addressOf(landed)
  return (await repo(session(account, tools), tools).get(collection, rkey)) === undefined
}

function addressOf({ id }: Landed) {
  const [, , collection, rkey] = Address.exec(id) ?? []
  if (collection !== undefined && rkey !== undefined) return { collection, rkey }
  throw new Failure('rejected', 'invalid_request', 'This is no address of a Bluesky record.')
}
