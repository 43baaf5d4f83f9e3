/** What a browser sees: a post's page, and the images on feed pages. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { escape, type Received } from '../kit/emulator.ts'
import { sniff } from './processing.ts'
import type { Service } from './service.ts'
import type { Tweet } from './state.ts'

const paramsSchema = z.object({ id: z.string() })

export function mountPages(app: FastifyInstance, service: Service) {
  /** The user name in the address is decoration: `/i/status/<id>` shows the same post. */
  app.get('/web/:username/status/:id', async (request, reply) => {
    const tweet = service.store.tweets.get(paramsSchema.parse(request.params).id)
    const author = service.people.find(({ id }) => id === tweet?.author_id)
    reply.type('text/html').code(tweet && author ? 200 : 404)
    if (!tweet || !author) return '<!doctype html><title>X</title><p>This page doesn’t exist.'
    const { text, media } = received(service, tweet)
    const shown = media.map(({ url, mime_type, alt_text }) =>
      url
        ? `<img src="${escape(url)}" alt="${escape(alt_text ?? '')}" style="max-width:100%">`
        : `<p><small>[${escape(mime_type)}] ${escape(alt_text ?? '')}</small></p>`,
    )
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(author.name)} on X (sandbox)</title>
<article><h1>${escape(author.name)} <small>@${escape(author.username)}</small></h1>
<p style="white-space:pre-wrap">${escape(text)}</p>${shown.join('')}
<time>${new Date(tweet.created_at).toISOString()}</time></article></html>`
  })

  app.get('/web/media/:id', async (request, reply) => {
    const { id } = paramsSchema.parse(request.params)
    const bytes = service.store.images.get(id)
    const type = sniff(bytes ?? Buffer.alloc(0))
    if (!bytes || !type) return reply.code(404).send()
    return reply.type(type).send(bytes)
  })

  /** Not X's: what all calls so far would have cost. */
  app.get('/web/sandbox/credits', async () => ({ spent_usd: service.store.spent / 1000 }))
}

export function received({ options, people, store }: Service, tweet: Tweet): Received {
  const author = people.find(({ id }) => id === tweet.author_id)
  return {
    id: tweet.id,
    account: tweet.author_id,
    text: tweet.text,
    created_at: new Date(tweet.created_at).toISOString(),
    url: `${options.url}/web/${author?.username ?? 'i'}/status/${tweet.id}`,
    reply_to: tweet.reply_to,
    media: tweet.media.map(({ id, mime_type, alt_text, bytes }) => ({
      mime_type,
      alt_text,
      bytes,
      url: store.images.has(id) ? `${options.url}/web/media/${id}` : null,
    })),
    extra: { ...tweet.extra, price_usd: tweet.price / 1000 },
  }
}
