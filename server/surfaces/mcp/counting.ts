/** Messages are counted like requests of REST: before anything is carried out, while the header fields can still be set. */
import { z } from 'zod'
import { Problem } from '#rules/problem.ts'
import { count, kindOf, rateFieldsOf, sizeOf } from '../counting.ts'
import type { ApiDependencies } from '../guard.ts'
import { askedOf } from './call.ts'
import type { Exchange } from './endpoint.ts'
import type { Offer } from './offers.ts'

/** Greetings and notices are not counted: nothing is asked of the workspace. */
const Counted = z.looseObject({
  method: z.string().regex(/^(tools|resources|prompts|completion)\//),
  id: z.union([z.string(), z.number()]),
  params: z
    .looseObject({ name: z.string().optional(), arguments: z.looseObject({}).catch({}) })
    .optional(),
})

/** Answers why the message is not carried out, or nothing. */
export function counting(deps: ApiDependencies, offers: ReadonlyMap<string, Offer>) {
  return async ({ request, reply, message }: Pick<Exchange, 'request' | 'reply' | 'message'>) => {
    const { data } = Counted.safeParse(message)
    const refused = data && (await tooMany())
    const fields = await rateFieldsOf(deps, request)
    for (const [name, value] of Object.entries(fields)) reply.raw.setHeader(name, value)
    const wait = refused?.recovery['retry_after']
    if (typeof wait === 'number') reply.raw.setHeader('retry-after', String(wait))
    return refused

    async function tooMany() {
      const { arguments: fields = {}, name = '' } = data?.params ?? {}
      const offer = data?.method === 'tools/call' ? offers.get(name) : undefined
      const kind = offer ? kindOf(offer.operation, fields) : 'read'
      const requests = offer && kind === 'write' ? sizeOf(offer.operation, fields) : undefined
      const call = offer && (() => askedOf(offer, fields).call)
      try {
        await count(deps, request, { via: 'mcp', kind, requests, call })
      } catch (error) {
        if (error instanceof Problem) return error
        throw error
      }
      return undefined
    }
  }
}
