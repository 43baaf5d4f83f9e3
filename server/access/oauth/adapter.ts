/** Where oidc-provider keeps what it remembers: by the hash of its id, sealed, and by our clock. */
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { z } from 'zod'
import { endGrant } from '#store/grants.ts'
import {
  consumeEntry,
  deleteEntriesOf,
  deleteEntry,
  findEntry,
  grantOfEntry,
  hashOf,
  saveEntry,
} from '#store/oauth.ts'
import type { Db } from '#store/schema.ts'
import type { Seal } from '#store/seal.ts'
import { contexts } from '#store/sealed.ts'

export interface Memory {
  db: Db
  seal: Seal
  now: () => Date
}

/**
 * For so long a refresh token may be used again: clients refresh from two places at once, and lose answers. Whoever comes
 * later with it has stolen it or was stolen from, and the whole family ends.
 */
const LEEWAY_MS = 20_000

export function adapterFor(model: string, { db, seal, now }: Memory): Adapter {
  // Nothing is remembered in the browser between two requests of a client: who is asked is who is signed in to Crier.
  if (model === 'Session') return forgetful
  const label = contexts.oauth(model)
  const keyOf = (id: string) => ({ model, id_hash: hashOf(id) })

  return {
    async upsert(id, { jti: _jti, ...payload }, ttl) {
      const { clientId, client_id, params, grantId, aud, scope } = About.parse(payload)
      const entry = {
        ...keyOf(id),
        body: seal.close(payload, label),
        client_id: clientId ?? client_id ?? params?.client_id ?? null,
        grant_ref: model === 'Grant' ? id : (grantId ?? null),
        audience: typeof aud === 'string' ? aud : null,
        scope: scope ?? null,
        expires_at: ttl === undefined ? null : new Date(now().getTime() + ttl * 1000),
      }
      await saveEntry(db, entry, now())
    },

    async find(id) {
      const row = await findEntry(db, keyOf(id), now())
      if (!row) return undefined
      const payload = Payload.parse(seal.open(row.body, label))
      // A client is its metadata and nothing else.
      if (model === 'Client') return payload
      const consumed = row.consumed_at === null ? undefined : new Date(row.consumed_at)
      const hidden = model === 'RefreshToken' && consumed && isFresh(consumed)
      return {
        ...payload,
        jti: id,
        ...(consumed && !hidden && { consumed: Math.floor(consumed.getTime() / 1000) }),
      }
    },

    async consume(id) {
      if (await consumeEntry(db, keyOf(id), now())) return
      if (model === 'RefreshToken') return
      // Of two that came with one code at the same time, the second may be a thief as well as the first.
      const ref = await grantOfEntry(db, keyOf(id))
      if (ref !== undefined) await end(ref)
      throw new errors.InvalidGrant('authorization code already consumed')
    },

    async destroy(id) {
      if (model === 'Grant') await endGrant(db, id, now())
      await deleteEntry(db, keyOf(id))
    },

    async revokeByGrantId(ref) {
      await deleteEntriesOf(db, ref, model)
    },

    findByUid: nothing,
    findByUserCode: nothing,
  }

  async function end(ref: string) {
    await endGrant(db, ref, now())
    await deleteEntriesOf(db, ref)
  }

  function isFresh(consumed: Date) {
    return now().getTime() - consumed.getTime() <= LEEWAY_MS
  }
}

/** What queries are made by. */
const About = z.object({
  clientId: z.string().optional(),
  client_id: z.string().optional(),
  params: z.object({ client_id: z.string().optional() }).optional(),
  grantId: z.string().optional(),
  aud: z.unknown().optional(),
  scope: z.string().optional(),
})

const Payload: z.ZodType<AdapterPayload> = z.looseObject({})

async function nothing() {
  return undefined
}

const forgetful: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUid: nothing,
  findByUserCode: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
}
