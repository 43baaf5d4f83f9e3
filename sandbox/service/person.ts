/** What a person does on a platform's consent page, for scripts and tests. */

/** Enough of a `fetch` for two requests; the global one will do. It must not follow redirects. */
type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; redirect: 'manual' },
) => Promise<{
  status: number
  headers: { get(name: string): string | null }
  body: AsyncIterable<Uint8Array> | null
}>

/**
 * Opens the page a service sends people to, signs in as `person` (a username; the one chosen on the page when absent)
 * and allows it. Gives the address the person is sent to, with the code in its query. Throws when the page or the answer
 * is not what a person would get.
 *
 *     const location = await allow(authorization.url, 'alice')
 */
export async function allow(url: string, person?: string, fetch: Fetch = globalThis.fetch) {
  return decide(url, person, 'allow', fetch)
}

/** The same, saying no. */
export async function deny(url: string, person: string, fetch: Fetch = globalThis.fetch) {
  return decide(url, person, 'deny', fetch)
}

async function decide(
  url: string,
  wanted: string | undefined,
  decision: 'allow' | 'deny',
  fetch: Fetch,
) {
  const accept = { accept: 'text/html' }
  const page = await fetch(url, { method: 'GET', headers: accept, redirect: 'manual' })
  const shown = await textOf(page.body)
  if (page.status !== 200) throw new Error(`The consent page answered ${page.status}: ${shown}`)

  const person = wanted ?? chosenOn(shown)
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...accept, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ person, decision }).toString(),
    redirect: 'manual',
  })
  const said = await textOf(answer.body)
  const location = answer.headers.get('location')
  if (answer.status < 300 || answer.status > 399 || !location) {
    throw new Error(`The consent page did not send ${person} back: ${answer.status} ${said}`)
  }
  return new URL(location, url).href
}

/** The username whose radio button is checked when the page opens. */
function chosenOn(page: string) {
  const [, username] = /name="person" value="([^"]*)" checked/.exec(page) ?? []
  if (username === undefined) throw new Error('The consent page offers nobody to sign in as.')
  return username.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}

async function textOf(body: AsyncIterable<Uint8Array> | null) {
  const chunks: Uint8Array[] = []
  for await (const chunk of body ?? []) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
