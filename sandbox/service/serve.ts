/** Serves every emulator on one port, each below its name, with feed pages to look at and admin routes to steer it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import formbody from '@fastify/formbody'
import fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Emulator, EmulatorOptions, MakeEmulator } from '../kit/emulator.ts'
import { adminRoutes } from './admin.ts'
import { catalog } from './catalog.ts'
import { makeClock, type Clock } from './clock.ts'
import { feedRoutes } from '../feed/routes.ts'
import { mailboxRoutes } from './mailbox.ts'
import { type Snapshot, snapshotFile } from './snapshot.ts'

export interface SandboxOptions {
  /** 0 takes any free port. */
  port: number
  host?: string
  /** Where people and platforms' clients reach it, when that is not `http://host:port`; without a trailing slash. */
  url?: string
  /** Apps registered with a platform. */
  clients: (platform: string) => EmulatorOptions['clients']
  /** A folder to remember the emulated worlds in; without it they end with the process. */
  stateDir?: string
  /** By which a service tells its own sandbox from a stranger's on the same port. */
  whose?: string
  log?: { warn(details: Record<string, unknown>, message: string): void }
  /** Real time, for tests. */
  now?: () => Date
  emulators?: Readonly<Record<string, MakeEmulator>>
}

export interface Sandbox extends AsyncDisposable {
  url: string
  port: number
  /** By platform id. */
  emulators: ReadonlyMap<string, Emulator>
  /** The time all emulators live in. */
  clock: Clock
  /** Resolves when what has changed so far is written down. */
  flush(): Promise<void>
  /** Cuts what is under way, writes the worlds down and frees the port. */
  close(): Promise<void>
}

/** Large enough for a chunk of any platform; emulators set their own limits per route. */
/** Connections that wait until the process has time for them; more are refused late by the system, and what they were sent comes later still. */
const BACKLOG = 4_096
const BODY_LIMIT = 64 * 1024 * 1024

/** Resolves when the sandbox answers; throws when the port is taken. */
export async function serveSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', log, emulators: make = catalog } = options
  await using owned = new AsyncDisposableStack()
  // Let go in the opposite order: no more requests first, then the last state is written.
  const stores = owned.use(new AsyncDisposableStack())
  const apps = owned.use(new AsyncDisposableStack())
  const ready = Promise.withResolvers<(address: string) => Promise<FastifyInstance>>()
  // The emulators must know their address, and with port 0 nobody knows it before the port is open.
  const server = createServer((request, response) => {
    void ready.promise
      .then((appFor) => appFor(request.url ?? '/'))
      .then((app) => app.routing(request, response))
      // It was closed before anything of that platform was asked for.
      .catch(() => response.destroy())
  })
  const port = await listen(server, options.port, host)
  owned.defer(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = options.url ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`

  const files: Snapshot[] = []
  const remember = async (name: string) => {
    if (options.stateDir === undefined) return { saved: undefined, changed: () => {} }
    const path = join(options.stateDir, `${name}.json`)
    const file = snapshotFile(path, (err) =>
      log?.warn({ path, err }, 'The world could not be written down.'),
    )
    stores.use(file)
    files.push(file)
    const saved = await file.read().catch((err: unknown) => {
      log?.warn({ path, err }, 'The saved world cannot be read; a new one begins.')
    })
    return { saved, changed: (state: () => unknown) => file.changed(state) }
  }
  // A name that begins with an underscore is no platform's.
  const { saved: time, changed: timeChanged } = await remember('_clock')
  const clock = makeClock({
    real: options.now,
    ahead: z.int().min(0).catch(0).parse(time),
    changed: (ahead) => timeChanged(() => ahead),
  })
  const emulators = new Map<string, Emulator>()
  for (const [platform, makeEmulator] of Object.entries(make)) {
    const { saved, changed } = await remember(platform)
    const clients = options.clients(platform)
    const store = { url: `${url}/${platform}`, clients, now: () => clock.now(), saved, changed }
    emulators.set(platform, makeEmulator(store))
  }

  const open = async (register: (app: FastifyInstance) => Promise<void>) => {
    const app = fastify({ bodyLimit: BODY_LIMIT, logger: false })
    apps.defer(() => app.close())
    app.addHook('onError', async (request, _reply, err) => {
      // Emulators throw their refusals, with a status; only what they did not mean to say is worth a line.
      if ('status' in err || (err.statusCode ?? 500) < 500) return
      // A caller that went away in the middle of its request is no failure either.
      if (err.code === 'ECONNRESET') return
      log?.warn(
        { method: request.method, path: request.url.split('?')[0], err },
        'An emulator failed.',
      )
    })
    await register(app)
    await app.ready()
    return app
  }
  const pages = await open(async (app) => {
    await app.register(adminRoutes({ emulators, clock, whose: options.whose }), {
      prefix: '/_sandbox',
    })
    await app.register(feedRoutes({ emulators, clock, url }))
    await app.register(mailboxRoutes({ url, now: () => clock.now() }))
  })
  // Hundreds of routes, of which most services use those of a platform or two: at their first request.
  const platforms = new Map<string, Promise<FastifyInstance>>()
  ready.resolve(async (address) => {
    const [, platform = ''] = /^\/([^/?]+)\//.exec(address) ?? []
    const emulator = emulators.get(platform)
    if (!emulator) return pages
    const app =
      platforms.get(platform) ??
      open(async (one) => {
        await one.register(formbody, { bodyLimit: BODY_LIMIT })
        await one.register(emulator.routes, { prefix: `/${platform}` })
      })
    platforms.set(platform, app)
    return app
  })

  const kept = owned.move()
  const close = async () => kept.disposeAsync()
  const flush = async () => {
    await Promise.all(files.map((file) => file.flush()))
  }
  return { url, port, emulators, clock, flush, close, [Symbol.asyncDispose]: close }
}

async function listen(server: ReturnType<typeof createServer>, port: number, host: string) {
  // Its front door is as wide as the system lets it be: how late a platform is, is the business of faults.
  server.listen({ port, host, backlog: BACKLOG })
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The sandbox listens on a port.')
  return address.port
}
