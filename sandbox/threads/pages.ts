/** What a browser sees. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { escape, type Received } from '../kit/emulator.ts'
import { permalinkOf } from './lists.ts'
import { people, type Service } from './service.ts'
import type { Post } from './store.ts'

export function mountPages(app: FastifyInstance, service: Service) {
  app.get('/web/:who/post/:shortcode', async (request, reply) => {
    const { shortcode } = z.object({ shortcode: z.string() }).parse(request.params)
    const post = service.store.posts.find((each) => each.shortcode === shortcode)
    reply.type('text/html').code(post ? 200 : 404)
    if (!post) return '<!doctype html><title>Threads</title><p>Sorry, this page isn’t available.'
    const author = people.find(({ id }) => id === post.owner)
    const { media, text } = received(service, post)
    const shown = media.map(({ url, alt_text }) =>
      url
        ? `<img src="${escape(url)}" alt="${escape(alt_text ?? '')}" style="max-width:100%">`
        : '',
    )
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Threads (sandbox)</title>
<article><h1>${escape(author?.name ?? '')} <small>@${escape(author?.username ?? '')}</small></h1>
<p style="white-space:pre-wrap">${escape(text)}</p>${shown.join('')}
<time>${new Date(post.created_at).toISOString()}</time></article></html>`
  })

  app.get('/web/pictures/:id', async (request, reply) => {
    const { id } = z.object({ id: z.string() }).parse(request.params)
    const bytes = service.images.get(id)
    if (!bytes) return reply.code(404).send()
    return reply.type(bytes[0] === 0xff ? 'image/jpeg' : 'image/png').send(bytes)
  })
}

export function received(service: Service, post: Post): Received {
  const { id, owner, text, created_at, reply_to, media, extra } = post
  return {
    id,
    account: owner,
    text,
    created_at: new Date(created_at).toISOString(),
    url: permalinkOf(service, post),
    reply_to,
    media: media.map((each) => ({
      mime_type: each.mime_type,
      alt_text: each.alt_text,
      bytes: each.bytes,
      url: service.images.has(each.id) ? `${service.options.url}/web/pictures/${each.id}` : null,
    })),
    extra,
  }
}
