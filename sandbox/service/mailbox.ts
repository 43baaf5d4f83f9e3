/** Mails that the service would have sent if it had a mail server. They are kept in memory, newest first. */
import { createHash } from 'node:crypto'
import type { FastifyPluginCallback } from 'fastify'
import { z } from 'zod'
import { html, type Html } from '../feed/html.ts'
import { style } from '../feed/style.ts'

const KEPT = 100

const Mail = z.object({
  id: z.string().max(200),
  to: z.string().max(500),
  subject: z.string().max(500),
  text: z.string().max(20_000),
  html: z.string().max(100_000),
  link: z.url({ protocol: /^https?$/ }).nullable(),
})
type Kept = z.infer<typeof Mail> & { received_at: string }

/**
 * `GET /mailbox` is the page; `/_sandbox/mailbox` takes and lists mails as JSON, newest first. What is shown opens
 * accounts: it answers under the sandbox's own name only, so that no page elsewhere can read it.
 */
export function mailboxRoutes({
  url,
  now,
}: {
  url: string
  now: () => Date
}): FastifyPluginCallback {
  let mails: Kept[] = []
  const { host, port } = new URL(url)
  const hosts = new Set([host, `127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`])

  return (app, _, done) => {
    app.addHook('onRequest', async (request, reply) => {
      if (hosts.has(request.headers.host ?? '')) return
      await reply.code(403).send({ error: { code: 'forbidden', message: `Use ${url}.` } })
    })

    app.get('/_sandbox/mailbox', () => ({ mails }))
    app.post('/_sandbox/mailbox', (request, reply) => {
      const { data } = Mail.safeParse(request.body)
      if (!data) return reply.code(422).send({ message: 'This is not a mail.' })
      const others = mails.filter(({ id }) => id !== data.id)
      mails = [{ ...data, received_at: now().toISOString() }, ...others].slice(0, KEPT)
      return reply.code(201).send({})
    })
    app.delete('/_sandbox/mailbox', (_request, reply) => {
      mails = []
      return reply.code(204).send()
    })

    app.get('/mailbox', (_request, reply) =>
      reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': `default-src 'none'; style-src '${hashOf(style)}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        })
        .send(page(mails).markup),
    )
    done()
  }
}

function page(mails: readonly Kept[]): Html {
  const items = mails.map(
    ({ to, subject, text, link, received_at }) =>
      html`<article class="talk">
        <h2>${subject}</h2>
        <p class="soft">To ${to}, <time datetime="${received_at}">${received_at}</time></p>
        ${link === null ? '' : html`<p><a href="${link}">${link}</a></p>`}
        <details>
          <summary>The whole mail</summary>
          <pre>${text}</pre>
        </details>
      </article>`,
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Mailbox (sandbox)</title>
        <link rel="icon" href="data:," />
        ${trusted(`<style>${style}</style>`)}
      </head>
      <body>
        <header>
          <div>
            <h1>Mailbox</h1>
            <a href="/">All platforms</a>
          </div>
          <p>Mails that would go out if SMTP_URL were set, newest first.</p>
        </header>
        <main>${items.length ? items : html`<p class="empty">No mail so far.</p>`}</main>
      </body>
    </html>`
}

/** Our own constant, byte for byte: the policy names it by its hash. */
function trusted(markup: string): Html {
  return { markup }
}

function hashOf(text: string) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
