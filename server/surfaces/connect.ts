/** The pages on which a person connects an account: out to the platform and back, or by a form where a platform has one. */
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Tickets } from '#access/tickets.ts'
import { Problem } from '#rules/problem.ts'
import { choicePage, type Choice, connectPage, donePage, problemPage } from './connect-page.ts'
import { refusalOf } from './connect-refusal.ts'
import { sendPage } from './page.ts'

/** What connecting offers to surfaces; wired in main.ts. */
export interface ConnectDependencies {
  now(): Date
  tickets: Tickets
  /** Every platform that can be connected here. */
  choices(): readonly Choice[]
  /** The others, with the variables that are not set and what an operator must have first. */
  lacking(): readonly {
    platform: string
    name: string
    missing: readonly string[]
    needs: readonly string[]
  }[]
  begin(wish: Wish, hint: string | undefined, signal: AbortSignal): Promise<string>
  finish(
    platform: string,
    back: { answer: Record<string, string>; person_id?: number | undefined },
    signal: AbortSignal,
  ): Promise<Return>
  /** Before a password of a platform is tried: refused when that was done too often from this address or workspace. */
  throttleAttempt(address: string, wish: Wish): Promise<void>
  sign_in(wish: Wish, values: Record<string, string>, signal: AbortSignal): Promise<Return>
  /** What may be chosen from, and choosing. Without `chooser`: whoever has the link. */
  offer(token: string, chooser?: Chooser): Promise<Offer>
  choose(token: string, ids: readonly string[], chooser?: Chooser): Promise<readonly Connected[]>
  /** False: there is no such account. */
  disconnect(at: { workspace_id: number; account_id: number }): Promise<boolean>
  /** Who is signed in to the dashboard in this browser. */
  person(request: FastifyRequest): Promise<number | undefined>
  /** Whether that is somebody who may connect accounts of this workspace. */
  edits(request: FastifyRequest, workspace_id: number): Promise<boolean>
  /** The sentence for a person, when the platform refused; undefined for our own bugs. */
  explain(error: unknown): string | undefined
}

interface Wish {
  workspace_id: number
  platform: string
  sandbox: boolean
  person_id?: number
}

interface Chooser {
  workspace_id: number
  person_id: number
}

interface Connected {
  id: number
  platform: string
  username: string
}

/** A person is back from a platform. `person_id`: they began at the dashboard, and go on there. */
type Return = { person_id: number | undefined } & (
  | { connected: readonly Connected[] }
  | { offer: string }
)

interface Offer {
  platform: string
  sandbox: boolean
  accounts: {
    platform_account_id: string
    kind: string
    name: string
    username: string
    avatar_url: string | null
    connected: boolean
  }[]
  expires_at: string
}

const Query = z.object({
  ticket: z.string().default(''),
  sandbox: z.string().default(''),
  hint: z.string().optional(),
})
const Params = z.object({ platform: z.string() })
/** A form sends one value as a text, several as a list. */
const Chosen = z.object({
  account: z.union([z.string().transform((id) => [id]), z.array(z.string())]).default([]),
})
const Strings = z.record(z.string(), z.string())
const DEADLINE = 60_000

export async function connectPages(app: FastifyInstance, deps: ConnectDependencies) {
  await app.register(formbody)
  app.setErrorHandler(async (error, request, reply) => {
    const { status, text, wait } = refusalOf(error, (cause) => deps.explain(cause))
    if (status >= 500) request.log.error({ err: error }, 'connecting failed')
    if (wait !== undefined) void reply.header('retry-after', String(wait))
    return sendPage(reply.code(status), problemPage(text))
  })

  app.get('/connect', async (request, reply) => {
    const { ticket } = Query.parse(request.query)
    const workspace_id = holder(ticket)
    if (await deps.edits(request, workspace_id)) return toRoom(reply, { workspace_id })
    return sendPage(reply, connectPage(deps.choices(), ticket, roomFor({ workspace_id })))
  })

  app.get('/connect/:platform', async (request, reply) => {
    const { wish, hint } = read(request)
    if (await deps.edits(request, wish.workspace_id)) return toRoom(reply, wish)
    const url = await deps.begin(wish, hint, AbortSignal.timeout(DEADLINE))
    return reply.header('referrer-policy', 'no-referrer').redirect(url, 303)
  })

  app.get('/connect/:platform/callback', async (request, reply) => {
    const { platform } = Params.parse(request.params)
    const answer = Strings.safeParse(request.query)
    if (!answer.success) throw new Problem('not_found', 'This link is not complete. Start again.')
    const person_id = await deps.person(request)
    const back = { answer: answer.data, person_id }
    const came = await deps.finish(platform, back, AbortSignal.timeout(DEADLINE))
    return goOn(came, reply)
  })

  app.post('/connect/:platform/sign-in', async (request, reply) => {
    const { wish } = read(request)
    const values = Strings.parse(request.body)
    await deps.throttleAttempt(request.ip, wish)
    return goOn(await deps.sign_in(wish, values, AbortSignal.timeout(DEADLINE)), reply)
  })

  app.get<{ Params: { offer: string } }>('/connect/offers/:offer', async (request, reply) => {
    const { offer } = request.params
    return sendPage(reply, choicePage(await deps.offer(offer), offer))
  })

  app.post<{ Params: { offer: string } }>('/connect/offers/:offer', async (request, reply) => {
    const { account } = Chosen.parse(request.body ?? {})
    return sendPage(reply, donePage(await deps.choose(request.params.offer, account)))
  })

  /** Whoever is signed in has a better place for it. */
  function toRoom(reply: FastifyReply, wish: Pick<Wish, 'workspace_id'> & Partial<Wish>) {
    return reply.redirect(roomFor(wish), 303)
  }

  /** Where it began, and to the choice where there is one. */
  async function goOn(came: Return, reply: FastifyReply) {
    void reply.header('referrer-policy', 'no-referrer')
    const atDashboard = came.person_id !== undefined
    if ('offer' in came) {
      const at = atDashboard
        ? `/accounts/connect?offer=${came.offer}`
        : `/connect/offers/${came.offer}`
      return reply.redirect(at, 303)
    }
    if (!atDashboard) return sendPage(reply, donePage(came.connected))
    const ids = came.connected.map(({ id }) => id).join(',')
    return reply.redirect(
      ids ? `/accounts?connected=${ids}` : '/accounts?problem=none_offered',
      303,
    )
  }

  function read(request: { params: unknown; query: unknown }) {
    const { platform } = Params.parse(request.params)
    const { ticket, sandbox, hint } = Query.parse(request.query)
    return { wish: { workspace_id: holder(ticket), platform, sandbox: sandbox === '1' }, hint }
  }

  function holder(ticket: string) {
    const workspace_id = deps.tickets.read(ticket, deps.now())
    if (workspace_id !== undefined) return workspace_id
    throw new Problem(
      'unauthenticated',
      'This link is too old. Ask for a new one with get_accounts (GET /api/accounts).',
    )
  }
}

function roomFor({ workspace_id, platform, sandbox }: Pick<Wish, 'workspace_id'> & Partial<Wish>) {
  const query = new URLSearchParams({
    workspace: String(workspace_id),
    ...(platform !== undefined && { platform }),
    ...(sandbox && { sandbox: '1' }),
  })
  return `/accounts/connect?${query.toString()}`
}
