/** What a browser sees, and what the sandbox's feed shows. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { escape, type Received } from '../kit/emulator.ts'
import type { Service } from './service.ts'
import { people, type Video } from './store.ts'

export function mountPages(app: FastifyInstance, service: Service) {
  app.get<{ Querystring: { v?: string } }>('/web/watch', async (request, reply) =>
    watch(service, reply, request.query.v),
  )
  app.get<{ Params: { id: string } }>('/web/shorts/:id', async (request, reply) =>
    watch(service, reply, request.params.id),
  )
}

async function watch({ store }: Service, reply: FastifyReply, id: string | undefined) {
  const video = store.videos.get(id ?? '')
  reply.type('text/html')
  if (!video || video.resource.status['privacyStatus'] === 'private')
    return reply.code(404).send('<!doctype html><title>YouTube</title><p>Video unavailable')
  const author = people.find((one) => one.id === video.person_id)
  const { title, description } = textOf(video)
  return reply.send(`<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(title)} - YouTube (sandbox)</title>
<article><h1>${escape(title)}</h1><p>${escape(author?.name ?? '')} <small>@${escape(author?.username ?? '')}</small></p>
<p><small>[${escape(video.mime_type)}, ${video.bytes} bytes]</small></p>
<p style="white-space:pre-wrap">${escape(description)}</p></article></html>`)
}

/** Videos by their description, comments below them; in the order in which they came. */
export function received({ store, options }: Service): Received[] {
  const videos = [...store.videos.values()].map((video): Received => {
    const { id, person_id, mime_type, bytes, created_at, resource, thumbnail } = video
    const { title, description } = textOf(video)
    return {
      id,
      account: person_id,
      text: description,
      created_at: new Date(created_at).toISOString(),
      url: `${options.url}/web/watch?v=${id}`,
      reply_to: null,
      media: [{ mime_type, alt_text: null, bytes, url: null }],
      extra: {
        title,
        ...resource.status,
        tags: resource.snippet['tags'],
        thumbnail,
        captions: store.captions
          .filter(({ video_id }) => video_id === id)
          .map(({ language, name }) => `${language} ${name}`.trim()),
      },
    }
  })
  const comments = [...store.comments.values()].map((comment): Received => ({
    id: comment.id,
    account: comment.person_id,
    text: comment.text,
    created_at: new Date(comment.created_at).toISOString(),
    url: `${options.url}/web/watch?v=${comment.video_id}&lc=${comment.id}`,
    reply_to: comment.video_id,
    media: [],
    extra: {},
  }))
  return [...videos, ...comments].toSorted((a, b) =>
    a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0,
  )
}

const Texts = z.object({ title: z.string(), description: z.string() })

function textOf({ resource }: Video) {
  return Texts.parse(resource.snippet)
}
