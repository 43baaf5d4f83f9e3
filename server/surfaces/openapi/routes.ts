/** Where the API describes itself, to programs and to people; no credential is needed. */
import type { FastifyInstance } from 'fastify'
import { sendPage } from '#surfaces/page.ts'
import { openapiOf } from './document.ts'
import { referencePage } from './reference.ts'

export interface OpenapiOptions {
  version: string
  /** Known once the service listens. */
  base_url: () => string
}

export function openapi(app: FastifyInstance, { version, base_url }: OpenapiOptions) {
  let known: { at: string; json: string; page: string } | undefined
  const current = () => {
    const at = base_url()
    if (known?.at === at) return known
    const document = openapiOf({ version, base_url: at })
    known = { at, json: JSON.stringify(document), page: referencePage(document) }
    return known
  }

  app.get('/api/openapi.json', async (_, reply) =>
    reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'public, max-age=300',
        // Editors and generators in browsers read it from their own origin.
        'access-control-allow-origin': '*',
      })
      .send(current().json),
  )
  app.get('/api', async (_, reply) => sendPage(reply, current().page))
}
