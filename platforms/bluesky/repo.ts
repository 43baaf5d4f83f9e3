/** The account's repository on its PDS. Records are written under keys we choose: the same again changes nothing. */
import { z } from 'zod'
import { Failure, type Tools } from '../platform.ts'
import type { Ref } from './record.ts'
import type { Session } from './session.ts'
import { ask } from './xrpc.ts'

export interface Repo {
  /** An identical repeat answers 200 with the same hash and makes no commit (measured, also for six at once). */
  put(collection: string, rkey: string, record: unknown): Promise<Ref>
  /** What lies under a key, if anything; needs no token, for a repository is public. */
  get(collection: string, rkey: string): Promise<Ref | undefined>
}

const Written = z.object({ uri: z.string(), cid: z.string() })

export function repo(session: Session, tools: Tools): Repo {
  const { did, pds } = session
  return {
    put(collection, rkey, record) {
      const json = { repo: did, collection, rkey, record }
      return session.ask(
        { purpose: 'publish', method: 'POST', nsid: 'com.atproto.repo.putRecord', json },
        Written,
      )
    },

    async get(collection, rkey) {
      const nsid = 'com.atproto.repo.getRecord'
      const query = { repo: did, collection, rkey }
      try {
        return await ask(tools, { method: 'GET', host: pds, nsid, query }, Written)
      } catch (error) {
        if (error instanceof Failure && error.code === 'not_found') return undefined
        throw error
      }
    },
  }
}
