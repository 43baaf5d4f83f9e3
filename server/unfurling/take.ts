/** Bytes from an address that somebody wrote into a post: limited in size, time and number of hops. */
import type { Fetch } from '#platforms/tools.ts'

export interface Taken {
  /** Where they came from in the end. */
  url: string
  /** In lower case, with its parameters. */
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

export interface Taking {
  /** The guarded one: private addresses are refused at every hop. */
  fetch: Fetch
  signal: AbortSignal
  accept: string
  max_bytes: number
  /** What is longer is cut there; without it, it is refused. */
  cut?: true
  /** Whether enough has come. */
  enough?: (bytes: Uint8Array) => boolean
}

/** An answer that is none, with what an author may know of it. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken'
}

const HOPS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** @throws {NotTaken} and whatever the fetch throws. */
export async function take(first: string, taking: Taking): Promise<Taken> {
  let url = secure(first)
  for (let hop = 0; hop <= HOPS; hop++) {
    const { fetch, signal, accept } = taking
    const headers = { accept, 'user-agent': 'Crier (link preview)' }
    const answer = await fetch(url, { headers, signal, redirect: 'manual' })
    const to = answer.headers.get('location')
    if (REDIRECTS.has(answer.status) && to !== null && URL.canParse(to, url)) {
      await leave(answer.body)
      url = secure(new URL(to, url).href)
      continue
    }
    const why = objection(answer.status, answer.headers.get('content-encoding'))
    if (why !== undefined || !answer.body) {
      await leave(answer.body)
      throw new NotTaken(why ?? 'its server answers with nothing')
    }
    const type = answer.headers.get('content-type')?.toLowerCase() ?? ''
    return { url, type, bytes: await read(answer.body, taking) }
  }
  throw new NotTaken('it leads from one address to the next without an end')
}

function objection(status: number, coding: string | null) {
  if (status !== 200) return `its server answers with status ${status}`
  // It was asked not to; what unpacks to more than it says is an old trick.
  return coding === null || coding === 'identity' ? undefined : 'its server sends it packed'
}

async function read(
  body: AsyncIterable<Uint8Array>,
  { max_bytes, cut, enough, signal }: Taking,
): Promise<Uint8Array<ArrayBuffer>> {
  const all = new Uint8Array(max_bytes)
  let length = 0
  for await (const part of body) {
    signal.throwIfAborted()
    const room = max_bytes - length
    if (part.length > room && !cut) throw new NotTaken('it is too large')
    all.set(part.subarray(0, room), length)
    length += Math.min(part.length, room)
    if (length === max_bytes && cut) break
    if (enough?.(all.subarray(Math.max(0, length - part.length - OVERLAP), length))) break
  }
  return all.slice(0, length)
}

/** What is looked for may lie across two parts. */
const OVERLAP = 16

/** Nothing leaves for the public without TLS; most of what is written as http is there by https too. */
export function secure(url: string) {
  const { protocol, port } = new URL(url)
  return protocol === 'http:' && port === '' ? url.replace(/^http:/i, 'https:') : url
}

async function leave(body: AsyncIterable<Uint8Array> | null) {
  await body?.[Symbol.asyncIterator]().return?.()
}
