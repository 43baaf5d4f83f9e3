/** A browser, as far as the console sees one: keeps cookies, and tells where it writes from. */
import { z } from 'zod'
import type { Answer, TestService } from '../service.ts'

export interface Browser {
  /** One request; `body` goes as JSON. */
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
  /** A navigation, which follows no redirect. */
  go(path: string): Promise<Response>
  /** As the browser would send them. */
  cookies: Map<string, string>
  /** The last Set-Cookie, whole. */
  set_cookie: string
}

const Bag = z.record(z.string(), z.unknown())

/** Everyone comes from an address of their own, for services that trust loopback as a proxy. */
let last = 0

export const trusting = { TRUST_PROXY: 'loopback' }

export function browser(
  service: Pick<TestService, 'base_url'>,
  address = `10.${(++last >> 8) & 255}.${last & 255}.1`,
): Browser {
  const cookies = new Map<string, string>()
  const self: Browser = {
    cookies,
    set_cookie: '',

    async go(path) {
      const response = await fetch(`${service.base_url}${path}`, {
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          'x-forwarded-for': address,
          ...(cookies.size && { cookie: cookieOf(cookies) }),
        },
      })
      keep(response)
      return response
    },

    async ask(method, path, body, headers = {}) {
      const response = await fetch(`${service.base_url}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          'x-forwarded-for': address,
          ...(method !== 'GET' && { origin: service.base_url }),
          ...(cookies.size && { cookie: cookieOf(cookies) }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      keep(response)
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json')
      const parsed: unknown = text && isJson ? JSON.parse(text) : {}
      const listed = Array.isArray(parsed) ? { list: parsed } : Bag.parse(parsed)
      return { status: response.status, headers: response.headers, body: listed }
    },
  }
  return self

  function keep(response: Response) {
    for (const line of response.headers.getSetCookie()) {
      self.set_cookie = line
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
  }
}

function cookieOf(cookies: ReadonlyMap<string, string>) {
  return [...cookies].map((pair) => pair.join('=')).join('; ')
}

export const ada = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'analytical engine' }

/** Where the page of an invitation goes on to a platform. */
export function linkIn(page: string, platform: string) {
  const [, found] = new RegExp(`href="(/connect/${platform}\\?[^"]*go=[^"]*)"`).exec(page) ?? []
  if (found === undefined) throw new Error(`There is no way to ${platform} on this page: ${page}`)
  return found.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}
