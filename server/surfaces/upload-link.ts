/** Where the bytes of one upload go without a credential: the address itself is one, for that session and nothing else. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { standingOf } from '#access/standing.ts'
import type { UploadLinks } from '#access/upload-links.ts'
import type { Context } from '#operations/context.ts'
import { getUpload } from '#operations/media/get-upload.ts'
import { uploadChunk } from '#operations/media/upload-chunk.ts'
import type { Operation } from '#operations/operation.ts'
import { mayCall, perform } from '#operations/perform.ts'
import { openerOf } from '#operations/media/parts/sessions.ts'
import { allows } from '#rules/ability.ts'
import { Problem } from '#rules/problem.ts'
import { holdSent, takeBytes } from './bodies.ts'
import { contextOf, type ApiDependencies, goneSignal } from './guard.ts'

interface Linked {
  Params: { ticket: string }
}

/** `app` is a scope of its own: bodies are bytes here, whatever their sender calls them. */
export function uploadLink(app: FastifyInstance, deps: ApiDependencies, links: UploadLinks) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async () => undefined)

  app.patch<Linked>('/uploads/:ticket', async (request, reply) => {
    const { id, context } = await enter(request, uploadChunk, goneSignal(reply))
    const { workspace_id } = context
    const { sent } = takeBytes(request, { intake: deps.environment.intake, workspace_id })
    await using _ = holdSent(sent, request)
    return await call(uploadChunk, request, id, { ...context, sent })
  })
  app.get<Linked>('/uploads/:ticket', async (request, reply) => {
    const { id, context } = await enter(request, getUpload, goneSignal(reply))
    void reply.header('cache-control', 'no-store')
    return call(getUpload, request, id, context)
  })

  /** As whoever opened the session, as far as they may go now. */
  async function enter(request: FastifyRequest<Linked>, operation: Operation, signal: AbortSignal) {
    const upload = links.read(request.params.ticket)
    const { db } = deps
    const now = deps.environment.now()
    const credential = upload && (await openerOf({ ...upload, db }, now))
    const holder = credential && (await standingOf(db, { ...upload, credential }, now))
    // Who may add files may send their bytes here: that is what the address was given for.
    if (!upload || !holder || !allows(holder.abilities, 'media:write')) {
      throw new Problem(
        'upload_not_found',
        'Open a new upload: this address is over, or never was one.',
      )
    }
    request.holder = { ...holder, abilities: ['*'] }
    const context = contextOf(deps, request, 'rest', signal)
    mayCall(operation, context)
    return { id: upload.id, context }
  }

  async function call(
    operation: Operation,
    { query }: FastifyRequest,
    id: string,
    context: Context,
  ) {
    const fields = typeof query === 'object' ? query : {}
    const raw = { ...fields, id }
    const asked = { operation, dialect: undefined, raw, idempotency_key: undefined }
    return (await perform(asked, context)).output
  }
}
