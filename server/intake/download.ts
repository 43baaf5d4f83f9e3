/** A file from an address that a caller named: guarded at every hop, capped in size, time and number of hops. */
import { Problem, invalid } from '#rules/problem.ts'
import { extensionOf, extensions } from '#rules/media.ts'
import { patient } from './patient.ts'
import { type Received, TooLarge } from './receive.ts'
import type { Declared } from './examine.ts'

/** The part of a guarded fetch that is needed here. It refuses private addresses at connect time, and follows no redirect. */
export type Get = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<{
  status: number
  headers: { get(name: string): string | null }
  body: AsyncIterable<Uint8Array> | null
}>

export interface Downloading {
  get: Get
  receive: (bytes: AsyncIterable<Uint8Array>, limit: number) => Promise<Received>
  limit: number
  signal: AbortSignal
  /** Called at every mebibyte, and at the end; in bytes. */
  progress?: ((done: number, total: number | undefined) => void) | undefined
  /** For the whole download, in milliseconds. */
  deadline?: number
  /** Without a byte, in milliseconds. */
  idle?: number
}

const HOPS = 5
const DEADLINE = 10 * 60_000
const IDLE = 20_000
const REDIRECTS = new Set([301, 302, 303, 307, 308])

export async function download(
  url: string,
  filename: string | undefined,
  deps: Downloading,
): Promise<{ received: Received; declared: Declared }> {
  const late = AbortSignal.timeout(deps.deadline ?? DEADLINE)
  const signal = AbortSignal.any([deps.signal, late])
  try {
    return await follow(url, filename, deps, signal)
  } catch (error) {
    if (error instanceof Problem) throw error
    if (error instanceof TooLarge) throw refused(tooLarge(error.limit))
    if (late.aborted) throw refused('Choose a faster address: the download took too long.')
    throw refused(UNREADABLE)
  }
}

async function follow(
  first: string,
  filename: string | undefined,
  { get, receive, limit, idle, progress }: Downloading,
  signal: AbortSignal,
) {
  let url = first
  for (let hop = 0; hop <= HOPS; hop++) {
    const answer = await get(url, { headers: { accept: '*/*', 'user-agent': 'Crier' }, signal })
    const { status, headers } = answer
    const to = headers.get('location')
    if (REDIRECTS.has(status) && to !== null && URL.canParse(to, url)) {
      await discard(answer.body)
      url = new URL(to, url).href
      continue
    }
    const why = objection(status, headers, limit)
    if (why !== undefined || !answer.body) {
      await discard(answer.body)
      throw refused(why ?? 'Choose another address: this one answers without a file.')
    }
    const length = headers.get('content-length')
    const total = length === null ? undefined : Number(length)
    const body = until(signal, patient(answer.body, idle ?? IDLE))
    const received = await receive(
      told(body, (done) => progress?.(done, total)),
      limit,
    )
    if (total !== undefined && total !== received.size_bytes) {
      await received[Symbol.asyncDispose]()
      throw refused('Try again: the file ended before it was complete.')
    }
    const mime_type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? null
    return {
      received,
      declared: { filename: filename ?? nameFrom(url, mime_type), mime_type: known(mime_type) },
    }
  }
  throw refused(`Give the address of the file itself: this one redirects more than ${HOPS} times.`)
}

function objection(status: number, headers: { get(name: string): string | null }, limit: number) {
  if (status !== 200) return `Choose another address: this one answers with status ${status}.`
  const coding = headers.get('content-encoding') ?? 'identity'
  // What unpacks to more than it says is an old trick; files of these kinds are packed already.
  if (coding !== 'identity')
    return `Choose another address: this one sends the file packed (${coding}).`
  if (Number(headers.get('content-length') ?? 0) > limit) return tooLarge(limit)
  return undefined
}

function tooLarge(limit: number) {
  return `The file is larger than the ${limit} bytes that this account may upload (limits.max_upload_bytes).`
}

/** Servers that do not know say this; it contradicts nothing. */
function known(mime_type: string | null) {
  return mime_type === 'application/octet-stream' || mime_type === 'binary/octet-stream'
    ? null
    : mime_type
}

/** The last part of the path, with an extension that fits the type when it has none of ours. */
function nameFrom(url: string, mime_type: string | null) {
  const last = decoded(new URL(url).pathname.split('/').at(-1) ?? '').slice(-200) || 'file'
  if (Object.hasOwn(extensions, extensionOf(last))) return last
  const extension = Object.keys(extensions).find((each) => extensions[each] === mime_type)
  return extension === undefined ? last : `${last}.${extension}`
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text).replaceAll(/[\p{Cc}/\\]/gu, '')
  } catch {
    return text
  }
}

/** Ends with the deadline, however steadily the bytes drip. */
async function* until(signal: AbortSignal, bytes: AsyncIterable<Uint8Array>) {
  for await (const part of bytes) {
    signal.throwIfAborted()
    yield part
  }
}

const STEP = 1024 * 1024

async function* told(bytes: AsyncIterable<Uint8Array>, tell: (done: number) => void) {
  let done = 0
  let next = STEP
  for await (const part of bytes) {
    done += part.length
    if (done >= next) tell(done)
    while (next <= done) next += STEP
    yield part
  }
  tell(done)
}

async function discard(body: AsyncIterable<Uint8Array> | null) {
  await body?.[Symbol.asyncIterator]().return?.()
}

function refused(text: string) {
  return invalid({ url: [text] }) ?? new Error(text)
}

/**
 * One for all: an inner address, a name that is not there and a server that does not answer. Whoever asks must not learn
 * which names there are behind our walls.
 */
const UNREADABLE = 'Choose a public https address (port 443): this one could not be read.'
