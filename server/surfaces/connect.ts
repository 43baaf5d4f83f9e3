/** The pages on which a person connects an account: out to the platform and back, or by a form where a platform has one. */
import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Tickets } from '#access/tickets.ts'
import { Problem } from '#rules/problem.ts'
import { connectPage, donePage, problemPage, type Choice } from './connect-page.ts'
import { sendPage } from './page.ts'

/** What connecting offers to this surface; wired in main.ts. */
export interface ConnectDoor {
  now(): Date
  tickets: Tickets
  /** Every platform that can be connected here. */
  choices(): readonly Choice[]
  begin(wish: Wish, hint: string | undefined, signal: AbortSignal): Promise<string>
  finish(
    platform: string,
    answer: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Connected[]>
  sign_in(wish: Wish, values: Record<string, string>, signal: AbortSignal): Promise<Connected[]>
  /** The sentence for a person, when the platform refused; undefined for our own bugs. */
  explain(error: unknown): string | undefined
}

interface Wish {
  workspace_id: number
  platform: string
  sandbox: boolean
}

interface Connected {
  platform: string
  username: string
}

const Query = z.object({
  ticket: z.string().default(''),
  sandbox: z.string().default(''),
  hint: z.string().optional(),
})
const Params = z.object({ platform: z.string() })
const Strings = z.record(z.string(), z.string())
const DEADLINE = 60_000

export async function connectPages(app: FastifyInstance, door: ConnectDoor) {
  await app.register(formbody)
  app.setErrorHandler(async (error, request, reply) => {
    const text = error instanceof Problem ? error.message : door.explain(error)
    if (!text) request.log.error({ err: error }, 'connecting failed')
    const status = error instanceof Problem ? error.status : text ? 400 : 500
    return sendPage(
      reply.code(status),
      problemPage(text ?? 'Something went wrong on our side. Start again.'),
    )
  })

  app.get('/connect', async (request, reply) => {
    const { ticket } = Query.parse(request.query)
    holder(ticket)
    return sendPage(reply, connectPage(door.choices(), ticket))
  })

  app.get('/connect/:platform', async (request, reply) => {
    const { wish, hint } = read(request)
    const url = await door.begin(wish, hint, AbortSignal.timeout(DEADLINE))
    return reply.header('referrer-policy', 'no-referrer').redirect(url, 303)
  })

  app.get('/connect/:platform/callback', async (request, reply) => {
    const { platform } = Params.parse(request.params)
    const answer = Strings.safeParse(request.query)
    if (!answer.success) throw new Problem('not_found', 'This link is not complete. Start again.')
    return sendPage(
      reply,
      donePage(await door.finish(platform, answer.data, AbortSignal.timeout(DEADLINE))),
    )
  })

  app.post('/connect/:platform/sign-in', async (request, reply) => {
    const { wish } = read(request)
    const values = Strings.parse(request.body)
    return sendPage(
      reply,
      donePage(await door.sign_in(wish, values, AbortSignal.timeout(DEADLINE))),
    )
  })

  function read(request: { params: unknown; query: unknown }) {
    const { platform } = Params.parse(request.params)
    const { ticket, sandbox, hint } = Query.parse(request.query)
    return { wish: { workspace_id: holder(ticket), platform, sandbox: sandbox === '1' }, hint }
  }

  function holder(ticket: string) {
    const workspace_id = door.tickets.read(ticket, door.now())
    if (workspace_id !== undefined) return workspace_id
    throw new Problem(
      'unauthenticated',
      'This link is too old. Ask for a new one with get_accounts (GET /api/accounts).',
    )
  }
}
