/** The two addresses of signing in by a provider: the way there, and the way back to the sign-in page or into the dashboard. */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { NotSignedIn } from '#access/oidc.ts'
import { personOf, signIn } from '#access/sessions.ts'
import { throttleNetwork } from '#access/throttle.ts'
import { beginSignIn, finishSignIn } from '#people/oidc.ts'
import type { OidcDependencies, People } from '#people/people.ts'
import { ownPath } from '#rules/oidc.ts'
import { isOutage } from '#rules/outage.ts'
import { Problem } from '#rules/problem.ts'
import { problemOf } from './errors.ts'

export interface OidcDoor {
  people: People
  oidc: OidcDependencies
  readonly base_url: string
}

const THERE = '/sign-in/oidc'
const BACK = `${THERE}/callback`
/** Each way for itself; few sign in more often, and a whole office may come from one address. */
const RATE = { limit: 60, seconds: 60 }

const Query = z.object({
  return_to: z.string().optional().catch(undefined),
  invitation: z.string().optional().catch(undefined),
})

export async function oidcPages(app: FastifyInstance, door: OidcDoor) {
  const { people, oidc } = door
  app.setErrorHandler(async (error, request, reply) => refuse(error, request, reply))
  app.addHook('onRequest', async (_, reply) => {
    void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  })

  // What only looks at an address, as scanners do, must not use up what is good once.
  app.get(THERE, { exposeHeadRoute: false }, async (request, reply) => {
    await count(request, 'oidc begin')
    const wish = Query.parse(request.query)
    return reply.redirect(await setOff(door, { request, reply }, wish), 303)
  })

  app.get(BACK, { exposeHeadRoute: false }, async (request, reply) => {
    await count(request, 'oidc finish')
    const { search } = new URL(request.raw.url ?? '', door.base_url)
    const at = new URL(BACK + search, door.base_url)
    const { base_url } = door
    const browser = secretOf(request, base_url)
    const before = await personOf(people.db, request, { base_url, now: people.now() })
    const back = await finishSignIn(people, oidc, { at, browser, person_id: before?.person.id })
    const { return_to, ends_at } = back
    if ('refused' in back) return refuse(back.refused, request, reply, return_to)
    if ('mailed' in back) return toSignIn(reply, { after: 'mailed' })
    const session = {
      person_id: back.person.id,
      base_url: door.base_url,
      now: people.now(),
      ends_at,
    }
    void reply.header('set-cookie', await signIn(people.db, request, session))
    return reply.redirect(return_to, 303)
  })

  async function count(request: FastifyRequest, what: string) {
    await throttleNetwork(people.db, what, request.ip, RATE, people.now())
  }

  /** Whoever runs this finds the cause in the log; the page says what a person may know. */
  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, to?: string) {
    const why = reasonOf(error)
    if (why === 'broken') request.log.error({ err: error }, 'sign-in by the provider failed')
    else request.log.warn({ reason: why, ...causeOf(error) }, 'not signed in by the provider')
    const return_to = to ?? ownPath(Query.safeParse(request.query).data?.return_to)
    return toSignIn(reply, { problem: why, ...(return_to !== '/' && { return_to }) })
  }
}

/** The address to go to; the browser that goes there is told by a cookie. */
async function setOff(
  { people, oidc, base_url }: OidcDoor,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  wish: Parameters<typeof beginSignIn>[2]['wish'],
): Promise<string> {
  const browser = secretOf(request, base_url) ?? randomBytes(32).toString('base64url')
  const url = await beginSignIn(people, oidc, { redirect_uri: base_url + BACK, browser, wish })
  void reply.header('set-cookie', cookieWith(browser, base_url))
  return url
}

/** For somebody who is signed in. */
export async function beginLink(
  door: OidcDoor,
  http: { request: FastifyRequest; reply: FastifyReply },
  link: number,
): Promise<string> {
  try {
    return await setOff(door, http, { return_to: '/settings/security', link })
  } catch (error) {
    if (!(error instanceof NotSignedIn)) throw error
    http.request.log.warn(
      { reason: error.reason, ...causeOf(error) },
      'the provider is not reached',
    )
    throw new Problem('unavailable', `Try again in a moment: ${door.oidc.name} does not answer.`)
  }
}

function toSignIn(reply: FastifyReply, search: Record<string, string>) {
  return reply.redirect(`/sign-in?${new URLSearchParams(search).toString()}`, 303)
}

function reasonOf(error: unknown) {
  if (error instanceof NotSignedIn) return error.reason
  if (isOutage(error)) return 'unavailable'
  return problemOf(error)?.status === 429 ? 'too_often' : 'broken'
}

/** What of it was said in words; tokens and claims stay out of the log. */
function causeOf(error: unknown) {
  const causes: string[] = []
  for (let at = error; at instanceof Error && causes.length < 4; at = at.cause) {
    const described = 'error_description' in at ? ` (${String(at.error_description)})` : ''
    causes.push(`${at.message}${described}`.slice(0, 300))
  }
  return { cause: causes.slice(1).join(' ← ') }
}

/** `__Host-` where the browser takes it: a neighbouring host cannot put one there. */
function nameAt(base_url: string) {
  return base_url.startsWith('https:') ? '__Host-crier_sign_in' : 'crier_sign_in'
}

/** Whoever went to the provider comes back in the same browser: it is told by a cookie that means nothing else. */
function secretOf({ headers }: FastifyRequest, base_url: string): string | undefined {
  const start = `${nameAt(base_url)}=`
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const [given, ...more] = pairs.filter((pair) => pair.startsWith(start))
  const secret = given?.slice(start.length)
  return !more.length && secret && /^[\w-]{43}$/.test(secret) ? secret : undefined
}

function cookieWith(secret: string, base_url: string) {
  const secure = base_url.startsWith('https:') ? '; Secure' : ''
  return `${nameAt(base_url)}=${secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age=900${secure}`
}
