/**
 * What every emulator is, and the faults that every one can play. An emulator is written from the platform's documents;
 * of ours it may import this file only, which knows nothing of any connector.
 */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { gatewayPage } from './gateway.ts'
import { callOf, isQuiet, isStranger } from './strangers.ts'

export interface EmulatorOptions {
  /** Where it is mounted, without a trailing slash: `http://127.0.0.1:3001/x`. Hosts follow: `/x/api/…`, `/x/web/…`. */
  url: string
  /** Apps registered with the platform. */
  clients: readonly { client_id: string; client_secret: string; redirect_uris: readonly string[] }[]
  now(): Date
  /** What an earlier run gave to `changed`; absent for a new world. */
  saved?: unknown
  /** Called after every change; `state()` makes the JSON to keep. */
  changed?(state: () => unknown): void
  /** Called in the request that made it, with the id of every new post and comment. */
  made?(id: string): void
  /** Called in the request that takes a post or comment down, while it is still listed. */
  gone?(id: string): void
  /** Called in the request that changes its words, while the old ones are still listed. */
  reworded?(id: string): void
}

export type MakeEmulator = (options: EmulatorOptions) => Emulator

/** A post as the platform has it, for feed pages and for counting what really arrived. */
export interface Received {
  id: string
  account: string
  text: string
  created_at: string
  url: string
  reply_to: string | null
  media: { mime_type: string; alt_text: string | null; bytes: number; url: string | null }[]
  /** Anything else worth showing: reply settings, facets. */
  extra: Record<string, unknown>
  /** What the request that made it said of itself in `x-sandbox-mark`; the platform shows it to nobody. */
  mark?: string
  /** Whose it is when no request of ours made it. */
  by?: Author
  /** What it said before each request that changed it, oldest first. */
  said?: string[]
  /** Taken down, and in no list from then on: when, and what the request said of itself. */
  gone?: { at: string; mark?: string }
}

/** The owner of the account by another app; somebody else, where the account's lists hold such a thing. */
export type Author = 'other_app' | 'other_person'

/** A post that appears beside those of the callers. */
export interface Appearance {
  /** Id or username. */
  account: string
  text: string
  by: Author
}

export interface Person {
  id: string
  username: string
  name: string
  /** Pages on which people sign in do not offer it. */
  unlisted?: true
}

export interface Emulator {
  /** All hosts' routes, to be registered under the path of `options.url`. */
  routes: FastifyPluginAsync
  /** Who can sign in: at least two that its pages offer. */
  people: readonly Person[]
  faults: FaultDesk
  /** Names this emulator plays besides the common ones. */
  own_faults: readonly string[]
  /** Oldest first. `account` is an id or a username. */
  posts(account?: string): Received[]
  /** What was taken down, as it was then; oldest first. */
  gone?: () => Received[]
  /** What waits for its author to post it, and is shown to nobody. */
  drafts?: () => Received[]
  /** Lets a post appear and gives its id; nothing where no list of the account would show such a one. */
  appear?: (appearance: Appearance) => string | undefined
  /** Its author takes a post down in the platform's own app. */
  take_down?: (id: string) => void
  /** Forgets posts, media, tokens and faults. */
  reset(): void
}

// ---------------------------------------------------------------- faults

/** Played around any call, the same on every platform. */
export const commonFaults = [
  'refuse_500', // nothing happens, the platform's 500
  'landed_500', // it happens, then the platform's 500
  'cut_before', // the connection is cut, nothing happens
  'landed_cut', // it happens, the connection is cut without an answer
  'landed_garbage', // it happens, then 200 with HTML
  'landed_silence', // it happens, no answer until the caller gives up
  'slow', // waits `ms`, then all is normal
] as const

export interface Fault {
  /** Id or username; '*' for everyone. */
  account: string
  fault: string
  /** How many times it is played. */
  times: number
  /** Which call: 'post' (the one that publishes) unless said; 'reads' for any look; '*' for any. Emulators name theirs. */
  on: string
  /** Milliseconds: how long 'slow' waits, a limit lasts, an entry is late; how far a clock is off. */
  ms: number
  /** HTTP status of a 'page'. */
  status: number
  /** What is drawn, by those that draw. */
  seed: number
  /** Milliseconds that a 'clock' gains in an hour. */
  drift: number
}

type NewFault = Pick<Fault, 'account' | 'fault'> & {
  [Name in keyof Fault]?: Fault[Name] | undefined
}

export class FaultDesk {
  #waiting: Fault[] = []
  /** How often each fault was played. */
  readonly played: Record<string, number> = {}
  /** Which marked request met which stranger's fault, in order. */
  readonly met: { fault: string; mark: string }[] = []
  /** The mark of the request under way. */
  mark: () => string | undefined = () => undefined

  set({
    account,
    fault,
    times = 1,
    on = callOf(fault),
    ms = 0,
    status = 403,
    seed = 0,
    drift = 0,
  }: NewFault) {
    this.#waiting.push({ account, fault, times, on, ms, status, seed, drift })
  }

  /** The next fault for this call, used up; `names` are the account's id and username. */
  take(on: string, names: readonly string[], only?: (fault: string) => boolean): Fault | undefined {
    return this.#use(
      (entry) =>
        !isQuiet(entry.fault) &&
        meets(entry, on) &&
        concerns(entry, names) &&
        (!only || only(entry.fault)),
    )
  }

  /** The next fault of this name, used up, whatever else waits; of any call unless one is given. */
  takeNamed(fault: string, names: readonly string[], on?: string): Fault | undefined {
    return this.#use(
      (entry) =>
        entry.fault === fault && (on === undefined || meets(entry, on)) && concerns(entry, names),
    )
  }

  /** The one of this name that was set last; it is not used up. */
  standing(fault: string): Fault | undefined {
    return this.#waiting.findLast((entry) => entry.fault === fault)
  }

  #use(wanted: (entry: Fault) => boolean): Fault | undefined {
    const fault = this.#waiting.find((entry) => entry.times > 0 && wanted(entry))
    if (!fault) return undefined
    fault.times -= 1
    this.played[fault.fault] = (this.played[fault.fault] ?? 0) + 1
    const mark = this.mark()
    if (mark !== undefined && isStranger(fault.fault)) this.met.push({ fault: fault.fault, mark })
    this.#waiting = this.#waiting.filter(({ times }) => times > 0)
    return fault
  }

  waiting(): readonly Fault[] {
    return this.#waiting
  }

  clear() {
    this.#waiting = []
  }
}

const looks = ['read', 'status']
const meets = (entry: Fault, on: string) =>
  entry.on === on || entry.on === '*' || (entry.on === 'reads' && looks.includes(on))
const concerns = ({ account }: Fault, names: readonly string[]) =>
  account === '*' || names.includes(account)

/** What a platform says when it is broken, and when it denies what is there. */
export interface Broken {
  status: number
  body: unknown
  /** Thrown by a look at something that is there. */
  lie?: () => Error
}

/**
 * Runs `act` as the fault wants it. `act` does the work and returns the answer; `broken` is the platform's 500 body.
 * A fault that is not a common one is the emulator's own business: it looks at `fault.fault` before calling this.
 */
export async function play(
  fault: Fault | undefined,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  act: () => unknown,
  broken: Broken,
): Promise<unknown> {
  switch (fault?.fault) {
    case 'refuse_500':
      return reply.code(broken.status).send(broken.body)
    case 'landed_500':
      await act()
      return reply.code(broken.status).send(broken.body)
    case 'cut_before':
      return cut(request, reply)
    case 'landed_cut':
      await act()
      return cut(request, reply)
    case 'landed_garbage':
      await act()
      return reply
        .code(200)
        .type('text/html')
        .send('<!doctype html><title>Oops</title><p>Something went wrong.')
    case 'landed_silence':
      await act()
      reply.hijack()
      return reply
    case 'page':
      return gatewayPage(reply, fault)
    case 'landed_page':
      await act()
      return gatewayPage(reply, fault)
    case 'reads_lie':
      if (!broken.lie) return act()
      throw broken.lie()
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, fault.ms))
      return act()
    default:
      return act()
  }
}

function cut(request: FastifyRequest, reply: FastifyReply) {
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

// ---------------------------------------------------------------- the page on which a person says yes

/**
 * The consent page of every emulator: `GET <authorize>` shows it, and the same address takes the form by POST with
 * `person` (a username) and `decision` (`allow` or `deny`), so that a script can say yes as a person would.
 */
export function consentPage(options: {
  platform: string
  app: string
  scopes: readonly string[]
  people: readonly Person[]
}) {
  const { platform, app, scopes, people } = options
  const offered = people.filter(({ unlisted }) => !unlisted)
  const choices = offered.map(
    ({ username, name }, index) =>
      `<label><input type="radio" name="person" value="${escape(username)}"${index ? '' : ' checked'}> ${escape(name)} <small>@${escape(username)}</small></label>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sign in to ${escape(platform)} (sandbox)</title>
<style>body{font:16px/1.5 system-ui;max-width:26rem;margin:4rem auto;padding:0 1rem}label{display:block;padding:.4rem 0}button{font:inherit;padding:.5rem 1.2rem;margin:1rem .5rem 0 0}small{color:#555}</style>
<h1>${escape(platform)} <small>sandbox</small></h1>
<p><strong>${escape(app)}</strong> asks to act for you: ${scopes.map((scope) => `<code>${escape(scope)}</code>`).join(' ')}</p>
<form method="post"><fieldset><legend>Sign in as</legend>${choices.join('')}</fieldset>
<button name="decision" value="allow">Allow</button><button name="decision" value="deny">Cancel</button></form></html>`
}

export function escape(text: string) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
