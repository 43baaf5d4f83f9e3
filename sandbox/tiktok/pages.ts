/** What a browser sees: a post's page, and the photos on feed pages. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { escape, type Received } from '../kit/emulator.ts'
import type { Service } from './service.ts'
import type { Publish } from './state.ts'

const paramsSchema = z.object({ id: z.string() })

export function mountPages(app: FastifyInstance, service: Service) {
  for (const kind of ['video', 'photo'])
    app.get(`/web/@:username/${kind}/:id`, async (request, reply) => {
      const { id } = paramsSchema.parse(request.params)
      const post = [...service.store.publishes.values()].find(({ item_id }) => item_id === id)
      reply.type('text/html').code(post ? 200 : 404)
      if (!post) return '<!doctype html><title>TikTok</title><p>Couldn’t find this page.'
      const { text, media } = received(service, post)
      const shown = media.map(({ url }) =>
        url ? `<img src="${escape(url)}" alt="">` : '<p>[video]',
      )
      return `<!doctype html><html lang="en"><meta charset="utf-8"><title>TikTok (sandbox)</title>
<p style="white-space:pre-wrap">${escape(text)}</p>${shown.join('')}</html>`
    })

  app.get('/web/media/:id', async (request, reply) => {
    const image = service.store.images.get(paramsSchema.parse(request.params).id)
    if (!image) return reply.code(404).send()
    return reply.type(image.mime_type).send(image.bytes)
  })
}

export function received({ options, people, store }: Service, publish: Publish): Received {
  const { publish_id, open_id, item_id, kind, title, description, landed_at, extra } = publish
  const person = people.find(({ id }) => id === open_id)
  const id = item_id ?? publish_id
  return {
    id,
    account: open_id,
    text: kind === 'photo' ? [title, description].filter(Boolean).join('\n\n') : title,
    created_at: new Date(landed_at ?? 0).toISOString(),
    url: `${options.url}/web/@${person?.username ?? ''}/${kind}/${id}`,
    reply_to: null,
    media: publish.media.map(({ id: media_id, mime_type, bytes }) => ({
      mime_type,
      alt_text: null,
      bytes,
      url: store.images.has(media_id) ? `${options.url}/web/media/${media_id}` : null,
    })),
    extra: { ...extra, title, description, privacy_level: publish.privacy_level, publish_id },
  }
}
