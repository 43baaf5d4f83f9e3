/** Bodies that do not come: how long we wait for one, with or without a credential, before and after it was answered. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#rules/problem.ts'

/** Milliseconds without a byte, and for all of it; an upload that is taken in may go on for as long as it moves. */
const SILENCE = 30_000
const WHOLE = 300_000
const TICK = 1_000

interface Waiting {
  response: ServerResponse
  began: number
  /** When the last byte came, and how many had come by then. */
  moved: number
  bytes: number
}

/** By looking at all that are open once a second: a timer for each request would cost every call, and these are rare. */
export function limitBodies(app: FastifyInstance, { now }: { now: () => Date }) {
  const waiting = new Map<IncomingMessage, Waiting>()
  const uploads = new WeakSet<IncomingMessage>()

  app.server.on('request', (request, response) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding === undefined && Number(length ?? 0) === 0) return
    const at = now().getTime()
    waiting.set(request, { response, began: at, moved: at, bytes: request.socket.bytesRead })
  })
  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.config.takes) uploads.add(request.raw)
  })
  const timer = setInterval(() => {
    for (const [request, state] of waiting) look(request, state, now().getTime())
  }, TICK)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))

  function look(request: IncomingMessage, state: Waiting, at: number) {
    const { socket } = request
    if (request.complete || socket.destroyed) return waiting.delete(request)
    // What lies unread is for us to take: nobody can send more meanwhile.
    if (socket.bytesRead !== state.bytes || request.readableLength > 0) {
      state.bytes = socket.bytesRead
      state.moved = at
    }
    // Who reads an upload waits by a clock of its own, which ends the call with an answer.
    const taken = uploads.has(request) && !state.response.headersSent
    const late = at - state.moved >= SILENCE || at - state.began >= WHOLE
    if (taken || !late) return false
    waiting.delete(request)
    return giveUp(request, state.response)
  }
}

/** Whoever reads the body hears of it, and answers; a body that nobody reads has been answered already. */
function giveUp(request: IncomingMessage, response: ServerResponse) {
  const { socket } = request
  if (response.headersSent || request.listenerCount('error') === 0) return socket.destroy()
  response.shouldKeepAlive = false
  response.once('finish', () => socket.destroySoon())
  return request.emit('error', new Problem('request_timeout', 'Send the whole request sooner.'))
}
