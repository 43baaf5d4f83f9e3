/** The pages on which a person connects an account: out to the platform and back, or by a form where a platform has one. */
import { createHash, randomBytes } from 'node:crypto'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { connectRoom, type Tickets } from '#access/tickets.ts'
import type { Ticket } from '#rules/connect.ts'
import { Problem } from '#rules/problem.ts'
import {
  choicePage,
  type Choice,
  connectPage,
  donePage,
  type Invitation,
  problemPage,
} from './connect-page.ts'
import type { SetUp } from './console/set-up.ts'
import { refusalOf } from './connect-refusal.ts'
import { sendPage } from './page.ts'

/** What connecting offers to surfaces; wired in main.ts. */
export interface ConnectDependencies {
  set_up: SetUp
  now(): Date
  base_url(): string
  tickets: Tickets
  /** Who invites by this link, and to where; refused when that is over. */
  invitation(ticket: Ticket): Promise<Invitation>
  /** Every platform that can be connected here. */
  choices(): readonly Choice[]
  /** The others, with the variables that are not set and what an operator must have first. */
  lacking(): readonly {
    platform: string
    name: string
    missing: readonly string[]
    needs: readonly string[]
  }[]
  /** What describes this instance to a platform that asks for it; undefined: nothing. */
  document(platform: string): object | undefined
  begin(wish: Wish, hint: string | undefined, signal: AbortSignal): Promise<string>
  finish(
    platform: string,
    back: { answer: Record<string, string>; person_id?: number | undefined; browser?: string },
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
  ticket?: Ticket
  /** The secret of the browser that was shown who invites. */
  browser?: string
}

/** What a link is about, as far as it says. */
interface Where {
  workspace_id: number
  platform?: string | undefined
  sandbox?: boolean | undefined
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
  /** Tells that the page with the invitation was seen in this browser. */
  go: z.string().optional(),
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
    const { workspace_id } = open(ticket)
    const { account } = await deps.invitation(open(ticket))
    const wish = { workspace_id, platform: account?.platform, sandbox: account?.sandbox }
    if (await deps.edits(request, workspace_id)) return toRoom(reply, wish)
    return invite(ticket, wish, request, reply)
  })

  app.get('/connect/:platform', async (request, reply) => {
    const { wish, hint, go, link } = read(request)
    if (await deps.edits(request, wish.workspace_id)) return toRoom(reply, wish)
    const browser = secretOf(request)
    // Nobody goes to a platform from here before they have read for whom: only the page's own link knows the browser.
    if (!browser || go !== digest(browser)) return invite(link, wish, request, reply)
    const url = await deps.begin({ ...wish, browser }, hint, AbortSignal.timeout(DEADLINE))
    return reply.header('referrer-policy', 'no-referrer').redirect(url, 303)
  })

  async function invite(
    link: string,
    { workspace_id, platform, sandbox }: Where,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const invitation = await deps.invitation(open(link))
    const choices = deps
      .choices()
      .filter((each) => platform === undefined || each.platform === platform)
      .filter((each) => platform === undefined || each.sandbox === Boolean(sandbox))
    if (platform !== undefined && !choices.length) throw new Problem('not_found', notHere)
    const browser = secretOf(request) ?? randomBytes(32).toString('base64url')
    void reply.header('set-cookie', cookieWith(browser, deps.base_url()))
    const room = connectRoom({ workspace_id, platform, sandbox })
    const at = { ticket: link, go: digest(browser), room, invitation }
    return sendPage(reply, connectPage(choices, at))
  }

  app.get('/connect/:platform/client-metadata.json', async (request, reply) => {
    const { platform } = Params.parse(request.params)
    const document = deps.document(platform)
    if (!document) throw new Problem('not_found', 'This service describes itself to nobody there.')
    void reply.header('cache-control', 'public, max-age=600')
    return document
  })

  app.get('/connect/:platform/callback', async (request, reply) => {
    const { platform } = Params.parse(request.params)
    const answer = Strings.safeParse(request.query)
    if (!answer.success) throw new Problem('not_found', 'This link is not complete. Start again.')
    const person_id = await deps.person(request)
    const browser = secretOf(request)
    const back = { answer: answer.data, person_id, ...(browser && { browser }) }
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
  function toRoom(reply: FastifyReply, wish: Where) {
    return reply.redirect(connectRoom(wish), 303)
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
    const { ticket: link, sandbox: service, hint, go } = Query.parse(request.query)
    const ticket = open(link)
    const sandbox = service === '1'
    const { workspace_id } = ticket
    return { wish: { workspace_id, platform, sandbox, ticket }, hint, go, link }
  }

  function open(link: string) {
    const ticket = deps.tickets.read(link, deps.now())
    if (ticket) return ticket
    throw new Problem(
      'unauthenticated',
      'This link is too old. Ask for a new one with get_accounts (GET /api/accounts).',
    )
  }
}

const notHere = 'This platform is not configured on this instance.'
const COOKIE = 'crier_connect'

/** Whoever opened a link comes back in the same browser: it is told by a cookie that means nothing else. */
function secretOf({ headers }: FastifyRequest): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const [given, ...more] = pairs.filter((pair) => pair.startsWith(`${COOKIE}=`))
  const secret = given?.slice(COOKIE.length + 1)
  return !more.length && secret && /^[\w-]{43}$/.test(secret) ? secret : undefined
}

function cookieWith(secret: string, base_url: string) {
  const secure = base_url.startsWith('https:') ? '; Secure' : ''
  return `${COOKIE}=${secret}; Path=/connect; HttpOnly; SameSite=Lax; Max-Age=3600${secure}`
}

function digest(secret: string) {
  return createHash('sha256').update(secret).digest('base64url')
}
