/** The pages on which a person sees what the emulated platforms received. */
import { createHash } from 'node:crypto'
import type { FastifyPluginCallback, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Emulator } from '../kit/emulator.ts'
import type { Clock } from '../service/clock.ts'
import { feedPage, indexPage } from './pages.ts'
import type { Html } from './html.ts'
import { script } from './script.ts'
import { style } from './style.ts'

const query = z.object({ account: z.string().optional().catch(undefined) })

/** `GET /` and `GET /<platform>`. `url` is the sandbox's own address, from which media are shown. */
export function feedRoutes(store: {
  emulators: ReadonlyMap<string, Emulator>
  clock: Clock
  url: string
}): FastifyPluginCallback {
  const { emulators, clock, url } = store
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    `img-src 'self' data: ${url}/`,
    `media-src 'self' ${url}/`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

  const send = (reply: FastifyReply, page: Html) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .send(page.markup)

  return (app, _, done) => {
    app.get('/', (_request, reply) => send(reply, indexPage({ emulators, clock })))
    for (const [platform, emulator] of emulators) {
      app.get(`/${platform}`, (request, reply) => {
        const { account } = query.parse(request.query)
        return send(reply, feedPage({ platform, emulator, clock, account }))
      })
    }
    done()
  }
}

function hashOf(text: string) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
