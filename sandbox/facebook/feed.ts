/** What a browser sees: a post's page, its pictures, and the posts as the sandbox shows them. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { escape, type Received } from '../kit/emulator.ts'
import { pageOf } from './people.ts'
import type { Service } from './service.ts'

const params = z.object({ id: z.string() })

export function mountPages(app: FastifyInstance, service: Service) {
  app.get('/web/:id', async (request, reply) => {
    const post = received(service).find(({ id }) => id === params.parse(request.params).id)
    reply.type('text/html').code(post ? 200 : 404)
    if (!post) return '<!doctype html><title>Facebook</title><p>This content isn’t available.'
    const pictures = post.media.map(({ url, alt_text }) =>
      url
        ? `<img src="${escape(url)}" alt="${escape(alt_text ?? '')}" style="max-width:100%">`
        : '',
    )
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Facebook (sandbox)</title>
<article><h1>${escape(pageOf(post.account)?.name ?? '')}</h1><p style="white-space:pre-wrap">${escape(post.text)}</p>
${pictures.join('')}<time>${post.created_at}</time></article></html>`
  })

  app.get('/web/media/:id', async (request, reply) => {
    const { id } = params.parse(request.params)
    const bytes = service.store.images.get(id)
    const type = service.store.photos.get(id)?.mime_type
    return bytes && type ? reply.type(type).send(bytes) : reply.code(404).send()
  })
}

/** Posts and comments together, oldest first. */
export function received({ store, options }: Service): Received[] {
  const posts = [...store.posts.values()].map((post) => ({
    id: post.id,
    account: post.page_id,
    text: post.message,
    created_at: new Date(post.created_at).toISOString(),
    url: `${options.url}/web/${post.id}`,
    reply_to: null,
    media: post.media.map((id) => mediaOf({ store, options }, id)),
    extra: {
      kind: post.kind,
      ...(post.link === null ? {} : { link: post.link }),
      ...(post.place === null ? {} : { place: post.place }),
    },
  }))
  const comments = [...store.comments.values()].map((comment) => ({
    id: comment.id,
    account: comment.page_id,
    text: comment.message,
    created_at: new Date(comment.created_at).toISOString(),
    url: `${options.url}/web/${comment.object_id}`,
    reply_to: comment.object_id,
    media: [],
    extra: {},
  }))
  const all = [...posts, ...comments]
  return all.toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
}

function mediaOf({ store, options }: Pick<Service, 'store' | 'options'>, id: string) {
  const photo = store.photos.get(id)
  return {
    mime_type: photo?.mime_type ?? 'video/mp4',
    alt_text: photo?.alt_text ?? null,
    bytes: photo?.bytes ?? store.videos.get(id)?.size ?? 0,
    url: store.images.has(id) ? `${options.url}/web/media/${id}` : null,
  }
}
