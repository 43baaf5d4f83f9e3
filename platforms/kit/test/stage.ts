/** A stand-in for any platform in tests of its connector: gives the answers it was told, in order, and remembers what it was asked. */
import { asFinding, type FindingStep } from '../../../test/finding.ts'
import type { FetchInit, FetchResponse } from '../../tools.ts'
import {
  Failure,
  type Manifest,
  type Publication,
  type PublishingStep,
  type Step,
  type Tools,
} from '../../platform.ts'

export interface Reply {
  status?: number
  headers?: Record<string, string>
  json?: unknown
  text?: string
}

export interface Asked {
  method: string
  url: URL
  headers: Record<string, string>
  body: Blob
  /** Whether the body came as a stream. */
  streamed: boolean
  /** The body as JSON, where it is an object. */
  json: unknown
  /** The body as the fields of a form. */
  form: Record<string, string>
}

export const NOW = new Date('2026-11-20T12:00:00Z')

/** An `Error` among the replies is thrown instead: the answer is lost. Beyond the last reply every call is one too many. */
export function stage(manifest: Manifest, ...replies: (Reply | Error)[]) {
  const asked: Asked[] = []
  const slept: number[] = []
  let time = NOW.getTime()
  const hosts = Object.keys(manifest.hosts).map((host) => [host, `https://platform.test/${host}`])
  const tools: Tools = {
    fetch: async (url, init = {}) => {
      const number = asked.push(await asking(url, init))
      const reply = replies[number - 1]
      if (!reply) throw new Failure('rejected', 'internal_error', `${init.method} ${url}`)
      if (reply instanceof Error) throw reply
      return response(reply)
    },
    now: () => new Date(time),
    signal: new AbortController().signal,
    async sleep(ms) {
      slept.push(ms)
      time += ms
      return Promise.resolve()
    },
    config: {
      client_id: 'client',
      client_secret: 'hush-hush',
      redirect_uri: 'https://crier.example/connect',
      hosts: Object.fromEntries(hosts),
    },
  }
  return { tools, asked, slept, pass: (ms: number) => void (time += ms) }
}
export type Stage = ReturnType<typeof stage>

export function publication(part: Partial<Publication> = {}): Publication {
  return { delivery_id: 7, text: 'Hello', first_comment: null, media: [], options: {}, ...part }
}

/** Runs the steps once, each with the results of those before it; `saved` is what an earlier attempt left. */
export async function runAll(steps: readonly Step[], saved: Record<string, unknown> = {}) {
  const results = JSON.parse(JSON.stringify(saved))
  for (const step of steps)
    if (!(step.name in results)) results[step.name] = await step.run(results)
  return results
}

export function stepOf(steps: readonly Step[], name: string): Step {
  const found = steps.find((each) => each.name === name)
  if (!found) throw new Error(`There is no step ${name}.`)
  return found
}

/** The step of that name, which can be looked for. */
export function publishingStep(steps: readonly Step[], name = 'post'): FindingStep {
  const found = stepOf(steps, name)
  if (found.effect === 'prepares') throw new Error(`${name} publishes nothing.`)
  return asFinding(found)
}

/** The step of that name, which is looked for by evidence. */
export function lookingStep(steps: readonly Step[], name = 'post'): PublishingStep {
  const found = stepOf(steps, name)
  if (found.effect === 'prepares' || !found.look) throw new Error(`${name} is not looked for.`)
  return found
}

/** The Failure a promise ends with; anything else is a failed test. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => new Error('It did not fail.'),
    (reason: unknown) => reason,
  )
  if (error instanceof Failure) return error
  throw error
}

/** Kind, code, the scope unless it is the call, and the seconds to wait where they are said. */
export function told({ kind, code, scope, retry_at }: Failure): string {
  const wait = retry_at ? [`${(retry_at.getTime() - NOW.getTime()) / 1000} s`] : []
  return [kind, code, ...(scope === 'call' ? [] : [scope]), ...wait].join(' ')
}

async function asking(url: string, init: FetchInit): Promise<Asked> {
  const { method = 'GET', headers = {} } = init
  const body = await sent(init.body)
  const text = typeof init.body === 'string' ? init.body : ''
  const json: unknown = text.startsWith('{') ? JSON.parse(text) : undefined
  const form = Object.fromEntries(new URLSearchParams(text))
  const streamed = typeof init.body === 'object' && Symbol.asyncIterator in init.body
  return { method, url: new URL(url), headers, body, streamed, json, form }
}

async function sent(body: FetchInit['body']): Promise<Blob> {
  if (body === undefined || body instanceof FormData) return new Blob([])
  if (typeof body === 'string' || body instanceof Uint8Array) return new Blob([body])
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for await (const piece of body) pieces.push(new Uint8Array(piece))
  return new Blob(pieces)
}

function response({ status = 200, headers = {}, json, text }: Reply): FetchResponse {
  const written = text ?? (json === undefined ? '' : JSON.stringify(json))
  const names = new Map(Object.entries(headers))
  return {
    status,
    headers: { get: (name) => names.get(name.toLowerCase()) ?? null },
    body: bytesOf(written),
  }
}

async function* bytesOf(text: string) {
  yield await Promise.resolve(new TextEncoder().encode(text))
}
