/** Stopping notices by the address in their mail: with one click of a mail program (RFC 8058), or on a page that asks. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { NoticeLinks, Stopping } from '#access/notice-links.ts'
import { stopNotices } from '#people/notices.ts'
import type { People } from '#people/people.ts'
import { notices } from '#rules/notice.ts'
import { escape, frame, sendPage } from './page.ts'

interface Linked {
  Params: { ticket: string }
}

/** `app` is a scope of its own: whatever a mail program sends as a body says nothing. */
export function noticeStop(app: FastifyInstance, people: Pick<People, 'db'>, links: NoticeLinks) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (_: unknown, body: NodeJS.ReadableStream) => {
    body.resume()
  })

  app.get<Linked>('/notices/stop/:ticket', async (request, reply) => {
    const stopping = links.read(request.params.ticket)
    if (!stopping) return gone(reply)
    const body = `<p>Stop mails of this kind?</p>${listOf(stopping)}<form method="post"><button>Stop them</button></form>
<p><small>They stay at the bell of the dashboard, and can be switched on again there.</small></p>`
    return sendPage(reply, frame('Stop these mails', body))
  })

  app.post<Linked>('/notices/stop/:ticket', async (request, reply) => {
    const stopping = links.read(request.params.ticket)
    if (!stopping) return gone(reply)
    await stopNotices(people, stopping)
    return sendPage(reply, frame('These mails are stopped', listOf(stopping)))
  })
}

function listOf({ kinds }: Stopping) {
  const lines = kinds.map((kind) => `<li>${escape(notices[kind].label)}</li>`)
  return `<ul>${lines.join('')}</ul>`
}

function gone(reply: FastifyReply) {
  const body =
    '<p>The address may have been cut off. Mails can be stopped at the dashboard too.</p>'
  return sendPage(reply.code(404), frame('There is nothing to stop here', body))
}
