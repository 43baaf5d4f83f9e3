/** What a browser sees: a post's page, its pictures, and the posts as the sandbox shows them. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { escape, type Received } from '../kit/emulator.ts'
import { accountOf } from './people.ts'
import type { Service } from './service.ts'

const params = z.object({ id: z.string() })

export function mountPages(app: FastifyInstance, service: Service) {
  app.get('/web/p/:id/', async (request, reply) => {
    const { id } = params.parse(request.params)
    const post = received(service).find(({ extra }) => extra['shortcode'] === id)
    reply.type('text/html').code(post ? 200 : 404)
    if (!post) return '<!doctype html><title>Instagram</title><p>This page isn’t available.'
    const pictures = post.media.map(({ url, alt_text }) =>
      url
        ? `<img src="${escape(url)}" alt="${escape(alt_text ?? '')}" style="max-width:100%">`
        : '',
    )
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Instagram (sandbox)</title>
<article><h1>${escape(accountOf(post.account)?.name ?? '')}</h1>${pictures.join('')}
<p style="white-space:pre-wrap">${escape(post.text)}</p><time>${post.created_at}</time></article></html>`
  })

  app.get('/web/media/:id', async (request, reply) => {
    const bytes = service.store.images.get(params.parse(request.params).id)
    return bytes ? reply.type('image/jpeg').send(bytes) : reply.code(404).send()
  })
}

/** Posts and comments together, oldest first. */
export function received({ store, options }: Service): Received[] {
  const addressOf = (shortcode: string) => `${options.url}/web/p/${shortcode}/`
  const posts = [...store.media.values()].map(
    ({ id, account_id, caption, created_at, shortcode, files, kind, extra }) => ({
      id,
      account: account_id,
      text: caption,
      created_at: new Date(created_at).toISOString(),
      url: addressOf(shortcode),
      reply_to: null,
      media: files.map(({ mime_type, alt_text, bytes, id: file }) => ({
        mime_type,
        alt_text,
        bytes,
        url: store.images.has(file) ? `${options.url}/web/media/${file}` : null,
      })),
      extra: { ...extra, kind, shortcode },
    }),
  )
  const comments = [...store.comments.values()].map((comment) => ({
    id: comment.id,
    account: comment.account_id,
    text: comment.text,
    created_at: new Date(comment.created_at).toISOString(),
    url: addressOf(store.media.get(comment.media_id)?.shortcode ?? ''),
    reply_to: comment.media_id,
    media: [],
    extra: {},
  }))
  const all = [...posts, ...comments]
  return all.toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
}
