/** What a browser sees, and what the sandbox's feed shows. */
import type { FastifyInstance } from 'fastify'
import { escape, type Received } from '../kit/emulator.ts'
import type { Service } from './service.ts'
import { kindOf } from './source.ts'
import { people } from './store.ts'

export function mountPages(app: FastifyInstance, service: Service) {
  app.get<{ Params: { id: string } }>('/web/pin/:id/', async (request, reply) => {
    const pin = service.store.pins.get(request.params.id)
    const author = people.find(({ id }) => id === pin?.person_id)
    const board = author?.boards.find(({ id }) => id === pin?.board_id)
    reply.type('text/html')
    // What an app on trial made, and what is on a secret board, the public does not see.
    if (!pin || !author || pin.trial || board?.privacy === 'SECRET')
      return reply
        .code(404)
        .send('<!doctype html><title>Pinterest</title><p>This Pin is not there.')
    const shown = received(service)
      .find(({ id }) => id === pin.id)
      ?.media.map(({ url, mime_type, alt_text }) =>
        url
          ? `<img src="${escape(url)}" alt="${escape(alt_text ?? '')}" style="max-width:100%">`
          : `<p><small>[${escape(mime_type)}]</small></p>`,
      )
    return reply.send(`<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(pin.title ?? 'Pin')} (sandbox)</title>
<article><h1>${escape(pin.title ?? '')}</h1><p>${escape(author.name)} <small>@${escape(author.username)} in ${escape(board?.name ?? '')}</small></p>
${shown?.join('') ?? ''}<p style="white-space:pre-wrap">${escape(pin.description ?? '')}</p></article></html>`)
  })

  app.get<{ Params: { key: string } }>('/web/media/:key', async (request, reply) => {
    const bytes = service.store.images.get(request.params.key)
    if (!bytes) return reply.code(404).send()
    return reply.type(kindOf(bytes) ?? 'application/octet-stream').send(bytes)
  })
}

export function received({ store, options }: Service): Received[] {
  return Array.from(store.pins.values(), (pin) => {
    const {
      id,
      person_id,
      description,
      created_at,
      media,
      title,
      link,
      board_id,
      board_section_id,
      kind,
      trial,
    } = pin
    return {
      id,
      account: person_id,
      text: description ?? '',
      created_at: new Date(created_at).toISOString(),
      url: `${options.url}/web/pin/${id}/`,
      reply_to: null,
      media: media.map(({ mime_type, bytes, alt_text, key }) => ({
        mime_type,
        bytes,
        alt_text,
        url: key !== null && store.images.has(key) ? `${options.url}/web/media/${key}` : null,
      })),
      extra: { title, link, board_id, board_section_id, kind, trial },
    }
  })
}
