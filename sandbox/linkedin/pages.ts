/** What a browser sees. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { escape, type Received } from '../kit/emulator.ts'
import { kindOf } from './media.ts'
import { organizations, people } from './people.ts'
import type { Service } from './service.ts'
import type { Comment, Post } from './store.ts'

const paramsSchema = z.object({ urn: z.string() })

export function mountPages(app: FastifyInstance, service: Service) {
  app.get('/web/feed/update/:urn/', async (request, reply) => {
    const { urn } = paramsSchema.parse(request.params)
    const post = service.store.posts.find((each) => each.urn === urn && each.deleted_at === null)
    reply.type('text/html').code(post ? 200 : 404)
    if (!post) return '<!doctype html><title>LinkedIn</title><p>This post cannot be displayed.'
    const { media, text } = received(service, post)
    const shown = media.map(({ url, alt_text }) =>
      url
        ? `<img src="${escape(url)}" alt="${escape(alt_text ?? '')}" style="max-width:100%">`
        : '',
    )
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>LinkedIn (sandbox)</title>
<article><h1>${escape(nameOf(post.author))}</h1>
<p style="white-space:pre-wrap">${escape(text)}</p>${shown.join('')}
<time>${new Date(post.created_at).toISOString()}</time></article></html>`
  })

  app.get('/web/dms/media/:urn', async (request, reply) => {
    const bytes = service.images.get(paramsSchema.parse(request.params).urn)
    return bytes ? reply.type(kindOf(bytes)).send(bytes) : reply.code(404).send()
  })
}

const idOf = (author: string) => author.split(':').at(-1) ?? ''

function nameOf(author: string) {
  const id = idOf(author)
  const organization = organizations.find((each) => each.id === id)
  return organization?.localizedName ?? people.find((each) => each.id === id)?.name ?? ''
}

export function received({ options, images }: Service, post: Post): Received {
  return {
    id: post.urn,
    account: idOf(post.author),
    text: post.text,
    created_at: new Date(post.created_at).toISOString(),
    url: `${options.url}/web/feed/update/${post.urn}/`,
    reply_to: null,
    media: post.media.map(({ urn, mime_type, bytes, alt_text }) => ({
      mime_type,
      bytes,
      alt_text,
      url: images.has(urn) ? `${options.url}/web/dms/media/${urn}` : null,
    })),
    extra: { visibility: post.visibility, ...post.content },
  }
}

export function receivedComment({ options }: Service, comment: Comment): Received {
  return {
    id: comment.urn,
    account: idOf(comment.actor),
    text: comment.text,
    created_at: new Date(comment.created_at).toISOString(),
    url: `${options.url}/web/feed/update/${comment.post}/`,
    reply_to: comment.post,
    media: [],
    extra: {},
  }
}
