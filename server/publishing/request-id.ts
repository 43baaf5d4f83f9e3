/** Remembers under which id a platform filed the latest request, for whoever has to ask its support. */
import type { Fetch } from '#platforms/tools.ts'

/** X, LinkedIn, Meta, TikTok, Pinterest, and what most others call it. */
const HEADERS = [
  'x-transaction-id',
  'x-li-uuid',
  'x-fb-trace-id',
  'x-tt-logid',
  'x-pinterest-rid',
  'x-request-id',
]
/** A header is the platform's: it may hold anything. */
const LONGEST = 100

export function rememberRequestId(fetch: Fetch): { fetch: Fetch; requestId(): string | null } {
  let latest: string | null = null
  return {
    async fetch(url, init) {
      latest = null
      const response = await fetch(url, init)
      for (const name of HEADERS) latest ??= response.headers.get(name)
      return response
    },
    requestId: () => latest?.slice(0, LONGEST) ?? null,
  }
}
