/** Answers as no platform gives them by its documents, and a `fetch` that gives them. */
import type { FetchInit, FetchResponse } from '#platforms/tools.ts'
import type { Tools } from '#platforms/platform.ts'

/** Status and body; `said` is what the call itself contained. */
export const ANSWERS: Record<string, (said: string) => [number, string]> = {
  'JSON cut in the middle': () => [200, '{"id":"12'],
  HTML: () => [200, '<!doctype html><title>Hello</title>'],
  'an empty body': () => [200, ''],
  'an empty object': () => [200, '{}'],
  'a list': () => [201, '[]'],
  null: () => [200, 'null'],
  'nulls where objects are': () => [200, '{"data":null,"items":null,"error":null,"id":null}'],
  'an endless body': () => [200, 'endless'],
  'a redirect elsewhere': () => [302, ''],
  'a refusal in HTML': () => [400, '<html><h1>Bad Request</h1>'],
  'a refusal with an odd error': () => [403, '{"error":7,"errors":"x","code":{},"message":[]}'],
  'a refusal that repeats the call': (said) => [
    400,
    JSON.stringify({ message: said, error: said }),
  ],
  'a success that repeats the call': (said) => [200, JSON.stringify({ message: said })],
  'a server that failed': () => [500, ''],
}

/** Tools whose calls behind the first `from` are answered so; `met` tells whether there was one. */
export function oddly(given: Tools, from: number, answer: (typeof ANSWERS)[string]) {
  let calls = 0
  let met = false
  const fetch: Tools['fetch'] = async (url, init = {}) => {
    calls += 1
    if (calls <= from) return given.fetch(url, init)
    met = true
    return response(...answer(saidIn(url, init)))
  }
  return { tools: { ...given, fetch }, met: () => met }
}

function saidIn(url: string, { headers, body }: FetchInit) {
  const sent = typeof body === 'string' ? body : ''
  return [url, ...Object.values(headers ?? {}), sent, decodeURIComponent(sent)].join(' ')
}

function response(status: number, text: string): FetchResponse {
  const location = status === 302 ? 'https://elsewhere.test/' : null
  return {
    status,
    headers: { get: (name) => (name.toLowerCase() === 'location' ? location : null) },
    body: text === 'endless' ? endless() : once(text),
  }
}

async function* once(text: string) {
  if (text) yield Buffer.from(text)
}

async function* endless() {
  const piece = Buffer.alloc(1 << 20, 32)
  for (;;) yield piece
}
