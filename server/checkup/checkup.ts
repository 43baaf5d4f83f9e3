/** Walks a list of steps against a running instance, as a client would, and says which of them is the first to break. */
import { z } from 'zod'

export interface Patient {
  /** The address that clients use, without a slash at its end. */
  base_url: string
  /** Undefined: what needs a key is left out. */
  key: string | undefined
}

export interface Step {
  name: string
  /** What to do when it breaks. */
  mend: string
  /** Answers what was found; throws a Finding when it is not as it should be. */
  check(this: void, patient: Patient): Promise<string>
}

export interface StepResult {
  step: string
  result: 'ok' | 'broken' | 'skipped'
  found: string
  mend?: string
}

/** What is wrong, in a sentence. */
export class Finding extends Error {
  override readonly name = 'Finding'
  /** What to do about it, where that is more than the step itself can say. */
  readonly mend: string | undefined

  constructor(message: string, mend?: string) {
    super(message)
    this.mend = mend
  }
}

const PATIENCE = 10_000

/** The steps of a chain build on each other: what comes after the broken one is skipped. */
export async function walk(chain: readonly Step[], patient: Patient): Promise<StepResult[]> {
  const outcomes: StepResult[] = []
  for (const { name: step, mend, check } of chain) {
    if (outcomes.some(({ result }) => result === 'broken')) {
      outcomes.push({ step, result: 'skipped', found: '' })
      continue
    }
    try {
      outcomes.push({ step, result: 'ok', found: await check(patient) })
    } catch (error) {
      if (!(error instanceof Finding)) throw error
      outcomes.push({ step, result: 'broken', found: error.message, mend: error.mend ?? mend })
    }
  }
  return outcomes
}

export interface Reply {
  status: number
  headers: Headers
  text: string
  /** The body as JSON; undefined when it is something else. */
  json: unknown
}

export async function knock(url: string, init: RequestInit = {}): Promise<Reply> {
  try {
    const signal = AbortSignal.timeout(PATIENCE)
    const response = await fetch(url, { redirect: 'manual', signal, ...init })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: jsonOf(text) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const why = cause instanceof Error ? cause.message || cause.name : String(cause)
    throw new Finding(`${url} does not answer: ${why}.`)
  }
}

export function knockJson(url: string, body: unknown, headers: Record<string, string> = {}) {
  return knock(url, posted(body, headers))
}

/** A POST of JSON, as clients of MCP send it. */
export function posted(body: unknown, headers: Record<string, string> = {}): RequestInit {
  const type = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  return { method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(body) }
}

/** The reply in the shape that it should have. */
export function expect<Schema extends z.ZodType>(
  schema: Schema,
  { status, json, text }: Reply,
  what: string,
): z.output<Schema> {
  const parsed = schema.safeParse(json)
  if (parsed.success && status < 300) return parsed.data
  const page = /^\s*</.test(text) ? ' with a page' : ''
  throw new Finding(`${what} answers ${status}${page || `: ${text.slice(0, 200) || 'nothing'}`}.`)
}

export function demand(holds: boolean, otherwise: string) {
  if (!holds) throw new Finding(otherwise)
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
