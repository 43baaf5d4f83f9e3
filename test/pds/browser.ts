/** Plays the person at the sign-in page of a PDS: by node:http, because fetch may not say where it comes from. */
import { request, type IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'

interface Page {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Signs in at the page, consents to the scope and returns the query of the callback. */
export async function consent(
  page: string,
  person: { handle: string; password: string },
  scope: string,
): Promise<Record<string, string>> {
  const { origin } = new URL(page)
  const jar: Record<string, string> = {}
  const visit = async (
    method: string,
    url: string,
    headers: Record<string, string>,
    body?: string,
  ) => {
    const cookie = Object.entries(jar).map(([name, value]) => `${name}=${value}`)
    const answer = await http(method, url, { ...headers, cookie: cookie.join('; ') }, body)
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar[name] = value
    }
    if (answer.status >= 400) throw new Error(`${url}: ${answer.status} ${answer.text}`)
    return answer
  }
  const navigate = (url: string, site: string) =>
    visit('GET', url, {
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      'sec-fetch-site': site,
      referer: page,
    })
  const api = async (name: string, body: unknown, token?: string): Promise<unknown> => {
    const headers = {
      'content-type': 'application/json',
      'sec-fetch-mode': 'same-origin',
      'sec-fetch-dest': 'empty',
      'sec-fetch-site': 'same-origin',
      origin,
      referer: page,
      'x-csrf-token': jar['csrf-token'] ?? '',
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const url = `${origin}/@atproto/oauth-provider/~api/${name}`
    return JSON.parse((await visit('POST', url, headers, JSON.stringify(body))).text)
  }

  await navigate(page, 'cross-site')
  const signedIn = z
    .object({ account: z.object({ did: z.string() }), ephemeralToken: z.string() })
    .parse(
      await api('sign-in', { locale: 'en', username: person.handle, password: person.password }),
    )
  const { url } = z
    .object({ url: z.string() })
    .parse(await api('consent', { did: signedIn.account.did, scope }, signedIn.ephemeralToken))
  const { headers } = await navigate(url, 'same-origin')
  return Object.fromEntries(new URL(headers.location ?? '').searchParams)
}

function http(method: string, url: string, headers: Record<string, string>, body?: string) {
  return new Promise<Page>((resolve, reject) => {
    const sent = request(
      url,
      { method, headers: { ...headers, 'user-agent': 'test' } },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => (text += chunk))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
