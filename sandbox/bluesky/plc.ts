/** The directory of DIDs: `GET /plc/<did>` (web.plc.directory). */
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { didDocument } from './identity.ts'
import { people } from './people.ts'
import type { Store } from './store.ts'

const address = z.object({ did: z.string() })

export function plc(store: Store): FastifyPluginAsync {
  return async (app) => {
    app.get('/:did', (request, reply) => {
      const { did } = address.parse(request.params)
      const person = people.find(({ id }) => id === did)
      if (!person) return reply.code(404).send({ message: `DID not registered: ${did}` })
      return reply.type('application/did+ld+json').send(JSON.stringify(didDocument(store, person)))
    })
  }
}
