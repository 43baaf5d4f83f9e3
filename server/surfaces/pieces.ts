/** An answer that is sent while it is written: piece by piece, each by a call of its own, so that none is held in memory whole. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import type { Rest } from '#operations/operation.ts'
import { type Call, perform } from '#operations/perform.ts'

const Piece = z.object({ text: z.string(), next_cursor: z.string().nullable() })

/** What is refused is refused before the first byte; what breaks off later breaks the answer off. */
export async function sendPieces(
  call: Call,
  { type, filename }: NonNullable<Rest['pieces']>,
  context: Context,
  reply: FastifyReply,
) {
  const first = Piece.parse((await perform(call, context)).output)
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(Readable.from(following(first, call, context)))
}

/** Whoever loses the right meanwhile gets no more of it, and of accounts that were taken away nothing more. */
async function* following(first: z.output<typeof Piece>, call: Call, context: Context) {
  yield first.text
  for (let cursor = first.next_cursor; cursor !== null;) {
    const reach = await context.again?.()
    const raw = { ...(call.raw as object), cursor }
    const { output } = await perform({ ...call, raw }, { ...context, ...reach })
    const piece = Piece.parse(output)
    yield piece.text
    cursor = piece.next_cursor
  }
}
