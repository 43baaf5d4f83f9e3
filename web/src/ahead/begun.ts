/** What the page asked the service for before its program was here: whoever asks for the same first gets that answer. */

/** Milliseconds; what took longer may have changed meanwhile. */
const FRESH = 10_000

const begun = new Map<string, { answer: Promise<Response>; at: number }>()

export function begin(path: string) {
  const headers = { accept: 'application/json' }
  const answer = fetch(path, { headers, credentials: 'same-origin' })
  // Whoever asks is told that there was none; nobody may.
  answer.catch(() => undefined)
  begun.set(path, { answer, at: performance.now() })
}

export function begunFor(
  input: RequestInfo | URL,
  { method = 'GET' }: RequestInit = {},
): Promise<Response> | undefined {
  if (!begun.size || typeof input !== 'string' || method !== 'GET') return undefined
  const found = begun.get(input)
  begun.delete(input)
  return found && performance.now() - found.at < FRESH ? found.answer : undefined
}
