/** The account's repository on its PDS. Records are written under keys we choose: the same again changes nothing. */
import { z } from 'zod'
import { Failure, type Tools } from '../platform.ts'
import type { Ref } from './record.ts'
import type { PdsSession } from './session.ts'
import { ask } from './xrpc.ts'

export interface Repo {
  /** An identical repeat answers 200 with the same hash and makes no commit (measured, also for six at once). */
  put(collection: string, rkey: string, record: unknown): Promise<Ref>
  /** What lies under a key, if anything; needs no token, for a repository is public. */
  get(collection: string, rkey: string): Promise<Ref | undefined>
  /** As `get`, of what was there before: one reading may be wrong, so that only a list which does not show it either says that it is gone. */
  mustHave(collection: string, rkey: string): Promise<Ref | undefined>
  /** The languages of the newest record that names any. */
  langs(collection: string): Promise<string[]>
  /** A page of its records, the newest key first. */
  list(collection: string, cursor: string | undefined): Promise<z.output<typeof Records>>
}

const Records = z.object({
  cursor: z.string().optional(),
  records: z.array(
    z.object({
      uri: z.string(),
      cid: z.string().optional(),
      value: z.object({
        text: z.string().catch(''),
        createdAt: z.string().catch(''),
        reply: z
          .object({ parent: z.object({ uri: z.string() }) })
          .optional()
          .catch(undefined),
        embed: z.unknown().optional(),
      }),
    }),
  ),
})

const Written = z.object({ uri: z.string(), cid: z.string() })

const Listed = z.object({
  records: z.array(z.object({ value: z.object({ langs: z.array(z.string()).max(3).catch([]) }) })),
})

export function repo(session: PdsSession, tools: Tools): Repo {
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
        // Whatever else is not there says nothing of the record.
        const isAbsent = error instanceof Failure && error.code === 'not_found'
        if (isAbsent && /record/i.test(error.words ?? '')) return undefined
        throw error
      }
    },

    async mustHave(collection, rkey) {
      const found = await this.get(collection, rkey)
      if (found) return found
      const { records, cursor } = await this.list(collection, undefined)
      const keys = records.map(({ uri }) => uri.split('/').at(-1) ?? '')
      const listed = records[keys.indexOf(rkey)]
      if (listed?.cid !== undefined) return { uri: listed.uri, cid: listed.cid }
      // Keys tell their time, and the newest come first.
      const isPast = cursor === undefined || (keys.at(-1) ?? '') < rkey
      if (!listed && isPast) return undefined
      const message = 'Bluesky does not show what this replies to just now.'
      throw new Failure('later', 'parent_gone', message)
    },

    async list(collection, cursor) {
      const nsid = 'com.atproto.repo.listRecords'
      const query = { repo: did, collection, limit: '100', ...(cursor && { cursor }) }
      return ask(tools, { method: 'GET', host: pds, nsid, query }, Records)
    },

    async langs(collection) {
      const nsid = 'com.atproto.repo.listRecords'
      const query = { repo: did, collection, limit: '10' }
      const { records } = await session.ask({ method: 'GET', nsid, query }, Listed)
      return records.find(({ value }) => value.langs.length > 0)?.value.langs ?? []
    },
  }
}
