/** A span for every request: its route, its operation and how it was answered. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tellPost } from '#rules/tracer.ts'
import type { Follower, Open } from './tracer.ts'

/** Whoever watches over the service asks these every few seconds. */
const UNTOLD = new Set(['/health', '/ready', '/metrics'])
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** To be called before any other hook is added. */
export function followRequests(app: FastifyInstance, follower: Follower) {
  const spans = new WeakMap<FastifyRequest, Open>()
  const within = (request: FastifyRequest, done: () => void) => {
    const span = spans.get(request)
    if (span) span.within(done)
    else done()
  }
  app.addHook('onRequest', (request, _, done) => {
    const { url: route, config } = request.routeOptions
    if (route !== undefined && UNTOLD.has(route)) return done()
    const method = methods.has(request.method) ? request.method : '_OTHER'
    const { traceparent } = request.headers
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'crier.operation': config.operation?.name,
      'crier.request_id': request.id,
    }
    const name = route === undefined ? method : `${method} ${route}`
    const span = follower.open({ name, attributes }, one(traceparent))
    spans.set(request, span)
    span.within(done)
  })
  // A body is read in the context of its connection.
  app.addHook('preValidation', (request, _, done) => within(request, done))
  app.addHook('preSerialization', (request, _, payload, done) => {
    const { operation } = request.routeOptions.config
    const span = spans.get(request)
    if (span && operation) tellPost(span, operation, payload)
    done(null, payload)
  })
  app.addHook('onError', (request, _, error, done) => {
    if (typeof error.code === 'string') spans.get(request)?.set({ 'error.type': error.code })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    if (!span) return done()
    const status = reply.statusCode
    span.set({
      'http.response.status_code': status,
      'crier.workspace_id': request.holder?.workspace_id,
    })
    // What we refuse is the caller's to mend.
    if (status >= 500) span.fail(String(status))
    span.within(done)
    span.end()
  })
}

const one = (field: string | string[] | undefined) =>
  typeof field === 'string' ? field : undefined
