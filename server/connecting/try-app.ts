/**
 * Whether a platform takes our app, asked of its token endpoint with a code that it never gave: whoever is known there is told
 * that the code is wrong, and nobody is connected.
 */
import { randomBytes } from 'node:crypto'
import { Failure, type Json } from '#platforms/platform.ts'
import { type Binding, type Speak, toolsFor } from './platforms.ts'

/** `app`: id or secret, and the platform does not say which. `unclear`: it said something else, or nothing. */
export type AppVerdict = 'good' | 'id' | 'secret' | 'app' | 'callback' | 'unreachable' | 'unclear'

export interface AppTrial {
  verdict: AppVerdict
  /** The platform's own. */
  words: string | null
}

/**
 * By what a platform's words name the part that is wrong, in the order in which they are looked for. Where it has one refusal
 * for id and secret alike, neither is named. Whether the callback is registered most look at only when a person comes.
 */
const tells: Readonly<Record<string, readonly (readonly [AppVerdict, RegExp])[]>> = {
  facebook: [
    ['id', /^101 /],
    ['secret', /^1 .*secret/],
  ],
  google_business: [
    ['id', /client was not found/],
    ['secret', /client secret is invalid/],
  ],
  instagram: [['app', /Invalid platform app|client secret/]],
  linkedin: [
    ['app', /Client authentication failed/],
    ['callback', /redirect.*(does not match the registered|not registered)/i],
  ],
  pinterest: [['app', /^2 /]],
  // It says of a wrong id, too, that the secret is wrong.
  threads: [['app', /^(1|101) /]],
  tiktok: [
    ['app', /Client key or secret/],
    ['callback', /redirect_uri/i],
  ],
  x: [['app', /unauthorized_client|invalid_client/]],
  youtube: [
    ['id', /client was not found/],
    ['secret', /client secret is invalid/],
  ],
}

export async function tryApp(
  binding: Binding,
  speak: Speak,
  signal: AbortSignal,
): Promise<AppTrial> {
  const { connector } = binding
  const tools = toolsFor(binding, speak, signal)
  const code = `crier-tries-its-app-${randomBytes(8).toString('hex')}`
  try {
    const { keep } = await connector.authorize({ state: code }, tools)
    await connector.exchange({ code, state: code }, keep satisfies Record<string, Json>, tools)
    return { verdict: 'unclear', words: null }
  } catch (error) {
    if (error instanceof Failure) return verdictOf(connector.manifest.id, error)
    throw error
  }
}

const silent = new Set(['unreachable', 'no_answer', 'server_error', 'gateway_page', 'rate_limited'])

export function verdictOf(platform: string, { kind, code, words }: Failure): AppTrial {
  const said = words ?? null
  const named = tells[platform]?.find(([, pattern]) => pattern.test(said ?? ''))?.[0]
  if (named) return { verdict: named, words: said }
  if (code === 'app_not_accepted') return { verdict: 'app', words: said }
  if (kind === 'unknown' || silent.has(code)) return { verdict: 'unreachable', words: said }
  // A code that nobody gave is refused last, when everything else was looked at.
  const good = code === 'authorization_failed'
  return { verdict: good ? 'good' : 'unclear', words: said }
}
