/** The dashboard, as it was built: its page for every room, and the files that the page asks for. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#rules/problem.ts'
import { answerError } from './errors.ts'
import { frame, sendPage } from './page.ts'

const built = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** Where the page may be opened. What it shows there is decided in web/src/router.tsx. */
export const rooms = [
  '/',
  '/sign-in',
  '/sign-up',
  '/forgot',
  '/reset',
  '/confirm-email',
  '/invitation',
  '/consent/:uid',
  '/calendar',
  '/posts',
  '/posts/import',
  '/posts/:id',
  '/review/:id',
  '/library',
  '/analytics',
  '/series',
  '/series/new',
  '/series/:id',
  '/accounts',
  '/accounts/connect',
  '/accounts/set-up/:platform',
  '/write',
  '/write/:uuid',
  '/posts/:id/edit',
  '/keys',
  '/apps',
  '/webhooks',
  '/webhooks/:id',
  '/members',
  '/settings',
  '/settings/security',
  '/settings/notices',
  '/settings/workspace',
  '/settings/schedule',
  '/settings/snippets',
  '/settings/activity',
  '/settings/plan',
  '/settings/instance',
] as const

export interface DashboardDoor {
  readonly base_url: string
  readonly sandbox_url: string | undefined
}

/** `dist` is where the build left it. */
export async function dashboard(app: FastifyInstance, deps: DashboardDoor, dist = built) {
  const page = pageIn(dist)
  for (const room of rooms) {
    app.get(room, async (request, reply) => {
      // Programs get what they get elsewhere for an address without meaning to them.
      if (!isNavigation(request)) throw nothingAt(request)
      if (page === undefined) return sendPage(reply.code(503), unbuilt)
      return guarded(reply, deps)
        .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
        .send(page)
    })
  }
  if (page === undefined) return
  await app.register(async (scope) => files(scope, deps, dist))
}

/** What a phone asks for before it puts the dashboard among its programs. Their names stay: they are not kept for ever. */
export const installed = [
  'manifest.webmanifest',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable.png',
] as const

async function files(app: FastifyInstance, deps: DashboardDoor, dist: string) {
  // An address that leads out of the folder, or to none of its files, is one without meaning.
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const theirs = (error.statusCode ?? 500) < 500
    return answerError(theirs ? nothingAt(request) : error, request, reply)
  })
  await app.register(fastifyStatic, {
    root: `${dist}assets`,
    prefix: '/assets/',
    index: false,
    decorateReply: false,
    preCompressed: true,
    // Names carry a digest of what is in them.
    immutable: true,
    maxAge: '365d',
    setHeaders(reply) {
      void guarded(reply, deps)
    },
  })
  // What was built before they were there goes on without them.
  for (const name of installed.filter((each) => existsSync(`${dist}${each}`))) {
    const type = name.endsWith('.png') ? 'image/png' : 'application/manifest+json'
    const bytes = readFileSync(`${dist}${name}`)
    app.get(`/${name}`, async (_, reply) =>
      guarded(reply, deps)
        .headers({ 'content-type': type, 'cache-control': 'max-age=86400' })
        .send(bytes),
    )
  }
}

/** What nobody answers: a page for people, JSON for programs. */
export function answerNothing(request: FastifyRequest, reply: FastifyReply) {
  if (!isNavigation(request)) throw nothingAt(request)
  const body =
    '<p>The address may have been mistyped.</p><p><a class="go" href="/">To the overview</a></p>'
  return sendPage(reply.code(404), frame('There is nothing here', body))
}

/** Only these belong to programs, even when a browser is sent there. */
const programs =
  /^\/(api|console|media|mcp|mcp-oauth|oauth|\.well-known|assets|health|ready)(\/|$|\?)/

function isNavigation({ method, url, headers }: FastifyRequest) {
  const reads = method === 'GET' || method === 'HEAD'
  return reads && !programs.test(url) && /\btext\/html\b/.test(headers.accept ?? '')
}

function nothingAt({ url }: FastifyRequest) {
  return new Problem('not_found', `There is nothing at ${url.split('?')[0]}.`)
}

/**
 * Nothing inline, nothing from elsewhere but pictures of accounts, and no page around it. No opener policy: clients open
 * the consent in a window of theirs, and hear from it when it comes back to them.
 */
function guarded(reply: FastifyReply, { base_url, sandbox_url }: DashboardDoor) {
  const pictures = [
    "'self'",
    'data:',
    'https:',
    ...(sandbox_url ? [new URL(sandbox_url).origin] : []),
  ]
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // What somebody is about to upload is shown from their own device.
    `img-src ${pictures.join(' ')} blob:`,
    "media-src 'self' blob: https:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return reply.headers({
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Links in mails carry tokens in their address.
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(base_url.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  })
}

function pageIn(dist: string) {
  try {
    return readFileSync(`${dist}index.html`, 'utf8')
  } catch {
    return undefined
  }
}

const unbuilt = frame(
  'The dashboard is not built',
  '<p>Start with <code>npm start</code>, which builds it, or run <code>node scripts/build-web.mjs</code> and start again. REST and MCP answer meanwhile.</p>',
)
