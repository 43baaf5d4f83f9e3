/** What requests to the authorization server have in common: a form, and a proof. */
import type { FastifyInstance } from 'fastify'
import { Refusal } from './answers.ts'
import { checkProof, currentNonce } from './dpop.ts'
import { pdsUrl } from './identity.ts'
import type { Call } from './xrpc.ts'

export function takeForms(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, fields(String(body)))
    },
  )
}

/** The thumbprint of the key that signed this request's proof; the first request never has the nonce. */
export function proven({ store, request, reply }: Call, path: string) {
  const nonce = currentNonce(store)
  void reply.header('dpop-nonce', nonce)
  const proof = checkProof(store, request.headers['dpop'], {
    method: request.method,
    url: `${pdsUrl(store)}${path}`,
    server: 'Authorization',
  })
  if ('jkt' in proof) return proof.jkt
  const { error, description } = proof
  throw new Refusal(400, { error, error_description: description })
}

/** A repeated field becomes a list, which no schema takes. */
function fields(body: string) {
  const parameters = new URLSearchParams(body)
  const entries = [...new Set(parameters.keys())].map((key) => {
    const values = parameters.getAll(key)
    return [key, values.length > 1 ? values : values[0]] as const
  })
  return Object.fromEntries(entries)
}
