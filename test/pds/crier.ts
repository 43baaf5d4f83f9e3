/** The connector's surroundings for a test against a real PDS, and an engine reduced to "run each step once". */
import { setTimeout as delay } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import { z } from 'zod'
import { bluesky } from '#platforms/bluesky/connector.ts'
import type { Fetch } from '#platforms/tools.ts'
import {
  type Account,
  type Credentials,
  Failure,
  type Json,
  type Offered,
  type Publication,
  type PublicationMedia,
  type Tools,
} from '#platforms/platform.ts'

export interface Sent {
  url: string
  /** The form of a token request. */
  form: string
  status: number
}

export interface Surroundings extends Tools {
  /** What went over the wire, in order. */
  sent: Sent[]
}

export function surroundings(
  { pds, plc }: { pds: string; plc: string },
  video = pds,
): Surroundings {
  const sent: Sent[] = []
  const signal = new AbortController().signal
  const real: Fetch = async (url, init) => {
    const response = await fetch(url, init as RequestInit)
    const form = typeof init?.body === 'string' ? init.body : ''
    sent.push({ url, form, status: response.status })
    return response
  }
  return {
    sent,
    fetch: real,
    signal,
    card: async (url) => ({ url, title: 'A page', description: '', picture: undefined }),
    now: () => new Date(),
    sleep: (ms) => delay(ms, undefined, { signal }),
    config: {
      client_id: '',
      client_secret: '',
      redirect_uri: 'http://127.0.0.1:3999/callback',
      hosts: { pds, plc, public: pds, video, web: 'https://bsky.app' },
    },
  }
}

export function accountOf({
  platform_account_id,
  username,
  settings,
  credentials,
}: Offered): Account {
  return { platform_account_id, username, settings, secret: credentials.secret }
}

export function refreshed(account: Account, { secret }: Credentials): Account {
  return { ...account, secret }
}

let deliveries = 0

export function publication(given: Partial<Publication>): Publication {
  const nothing = { text: '', first_comment: null, media: [], options: {} }
  return { delivery_id: ++deliveries, ...nothing, ...given }
}

/** Publishes and answers with the result of every step; `saved` is where an earlier attempt got to. */
export async function run(
  given: Publication,
  account: Account,
  tools: Tools,
  saved: Record<string, Json> = {},
): Promise<Record<string, Json>> {
  const results = { ...saved }
  for (const step of bluesky.publish(given, account, tools)) {
    results[step.name] ??= await step.run(results)
  }
  return results
}

export const posted = (saved: Record<string, Json>) =>
  z.object({ platform_post_id: z.string(), platform_url: z.string() }).parse(saved['post'])

/** For `assert.rejects`. */
export const failure = (kind: string, code: string) => (error: unknown) =>
  error instanceof Failure && error.kind === kind && error.code === code

export function file(
  bytes: Uint8Array,
  mime_type: string,
  more: Partial<PublicationMedia> = {},
): PublicationMedia {
  return {
    id: bytes.length,
    mime_type,
    size_bytes: bytes.length,
    width: null,
    height: null,
    duration: null,
    alt_text: null,
    url: undefined,
    async *open() {
      for (let at = 0; at < bytes.length; at += 16_384) yield bytes.subarray(at, at + 16_384)
    },
    ...more,
  }
}

/** A PNG of one grey, `size` pixels square. */
export function png(size: number, grey: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header[8] = 8
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(size, grey)])
  const rows = Buffer.concat(Array.from({ length: size }, () => row))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
