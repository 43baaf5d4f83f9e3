/** What a browser sees: a post in the search, and its photos. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { escape, type Received } from '../kit/emulator.ts'
import { searchUrl, stateNow } from './posts.ts'
import type { Service } from './service.ts'
import type { Post } from './state.ts'

export function mountPages(app: FastifyInstance, service: Service) {
  app.get('/web/local/place/posts', async (request, reply) => {
    const { lpsid } = z.object({ lpsid: z.string() }).parse(request.query)
    const post = [...service.store.posts.values()].find(({ name }) => name.endsWith(`/${lpsid}`))
    reply.type('text/html').code(post ? 200 : 404)
    if (!post) return '<!doctype html><title>Google</title><p>Not found.'
    const { text, media } = received(service, post)
    const photos = media.map(({ url }) => (url ? `<img src="${escape(url)}" alt="">` : ''))
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Google (sandbox)</title>
<p style="white-space:pre-wrap">${escape(text)}</p>${photos.join('')}</html>`
  })

  app.get('/web/media/:id', async (request, reply) => {
    const { id } = z.object({ id: z.string() }).parse(request.params)
    const image = service.store.images.get(id)
    if (!image) return reply.code(404).send()
    return reply.type(image.mime_type).send(image.bytes)
  })
}

/** What the public sees: nothing that was rejected. */
export function seen({ store, options }: Service): Post[] {
  const now = options.now().getTime()
  return [...store.posts.values()].filter(
    (post) => !post.rejected && stateNow(post, now) !== 'SCHEDULED',
  )
}

export function received({ options, store }: Service, post: Post): Received {
  const { summary, media: _, ...extra } = post.body
  return {
    id: post.name,
    account: post.location,
    text: typeof summary === 'string' ? summary : '',
    created_at: new Date(post.created_at).toISOString(),
    url: searchUrl(options.url, post),
    reply_to: null,
    media: post.media.map(({ id, mime_type, bytes }) => ({
      mime_type,
      alt_text: null,
      bytes,
      url: store.images.has(id) ? `${options.url}/web/media/${id}` : null,
    })),
    extra,
  }
}
