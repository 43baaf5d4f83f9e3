/** The composition root: the only file that knows everybody. Puts together API, MCP and worker, or one of them. */
import { disconnect } from '#connecting/disconnect.ts'
import type { ChildProcess } from 'node:child_process'
import type { Server } from 'node:net'
import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { pino } from 'pino'
import { links } from '#access/links.ts'
import { standingOf } from '#access/standing.ts'
import { connectUrl, tickets } from '#access/tickets.ts'
import { uploadLinks } from '#access/upload-links.ts'
import { chores } from '#chores/index.ts'
import { startChores } from '#chores/run.ts'
import type { Connecting } from '#connecting/connect.ts'
import type { Environment } from '#operations/context.ts'
import { makeSeries } from '#operations/series/parts/maker.ts'
import { startNumberer } from '#events/numberer.ts'
import { startMailer } from '#mail/mailer.ts'
import { startNotifier } from '#notices/notifier.ts'
import { catalog, manifests } from '#platforms/catalog.ts'
import { startDispatcher } from '#webhooks/dispatcher.ts'
import { startEditor } from '#publishing/editor.ts'
import { startRemover } from '#publishing/remover.ts'
import { startWorker } from '#publishing/worker.ts'
import { factsFor } from '#rules/risk.ts'
import { seal } from '#store/seal.ts'
import { unfurling } from '#unfurling/unfurl.ts'
import { processesFor, requireFree, startApiProcesses } from './api-processes.ts'
import type { Config } from '#config/config.ts'
import { connect } from '#database/connect.ts'
import { notesOn } from '#database/embedded-place.ts'
import { listen } from '#database/listen.ts'
import { databaseOf } from './database.ts'
import { firstStart, type Welcome } from './first-start.ts'
import { awaitRelease, HELD, requireSame, settleInstance } from './instance.ts'
import { namedBy, requireKeys } from './secret-keys.ts'
import { whetherToRest } from './resting.ts'
import { mailerOf } from './mailer.ts'
import { healthPort } from './health-port.ts'
import type { Other } from './metrics-channel.ts'
import { platformsOf, openSandbox } from './bindings.ts'
import { openApps } from './platform-apps.ts'
import { pullOf, storageOf } from './storage.ts'
import { waysOut } from './ways-out.ts'
import { CHANNELS, delay, happenedOf, heardOn, settledOf } from './waiting.ts'
import { endingVersions, versioned } from './api-versions.ts'

export interface Crier extends AsyncDisposable {
  role: Config['role']
  base_url: string
  sandbox_url: string | undefined
  /** Only on the very first start. */
  welcome: Welcome | undefined
  log: FastifyBaseLogger
}

/** What a test or an experiment brings along instead of the real thing. */
export interface Instead {
  database?: pg.PoolConfig
  now?: () => Date
  /** Origins that files may be taken from although they are private; see guardedFetch. */
  reachable?: readonly string[]
  /** Another process of this Crier listens on the port already. `metrics`: it counts, and asks for what this one does. */
  beside?: { name: string; parent: Other; metrics: boolean }
}

const NO_MAIL =
  'SMTP_URL is not set: mails go nowhere but into the log. Notices are at the bell of the dashboard only.'

const API_CONNECTIONS = 20
const WORKER_CONNECTIONS = 16
/** One to claim, one to renew leases, one to spare. */
const CLAIM_CONNECTIONS = 3
/** One each for tokens, twins, steps and endings. */
const TOGETHER_CONNECTIONS = 4

/** Resolves when everything answers. Disposing stops in the opposite order: no new work first, the database last. */
export async function start(config: Config, instead: Instead = {}): Promise<Crier> {
  const now = instead.now ?? (() => new Date())
  const processes = config.role === 'worker' ? 1 : processesFor(config.api_processes)
  await using stack = new AsyncDisposableStack()
  const { beside } = instead
  // Few are followed, and only they load it; it hears the last word of all others.
  const tracing =
    config.tracing &&
    stack.use((await import('./tracing.ts')).followed(config.tracing, config.role, beside))
  const base = { pid: process.pid }
  const log = pino({ level: config.log_level, base, ...(tracing && { mixin: tracing.ids }) })
  tracing?.reportTo(log)

  const { database, home } = instead.database
    ? { database: instead.database }
    : await databaseOf(config, stack, log)
  const settled = await settleInstance(database, config, { home, now: now() })
  const { identity, keys } = settled
  const { ring } = keys
  let held = settled.held
  const api = stack.use(
    connect(database, { max: API_CONNECTIONS, name: 'crier-api', told: tracing?.statement }),
  )
  const { db } = api
  const trip = tracing?.trips(api.trip) ?? api.trip
  const listener = stack.use(await listen(database, CHANNELS, () => namedBy('crier-listen', keys)))
  // Known to others by now; the key may have been changed in the moment before.
  await requireKeys(db, keys)
  await requireSame(db, settled)
  const resting = whetherToRest(log)
  let numberer = startNumberer(database, log)
  stack.defer(() => numberer[Symbol.asyncDispose]())

  const notes = home === undefined ? [] : notesOn(home, config.data_dir)
  const { blobs, intake, convert, shrink } = await storageOf(config, stack, now)
  const link = links(ring)
  const sealed = seal(ring)
  const uploading = uploadLinks(ring)
  const ticket = tickets(ring)
  const stopping = new AbortController()
  const at = { base_url: config.base_url ?? '', sandbox_url: config.sandbox?.url, ready: false }
  const apps = await openApps({ db, seal: sealed }, { listener, now })
  const platforms = platformsOf(catalog, config, at, apps.of, keys.clientKey)
  const warnings = () => [
    ...notes,
    ...endingVersions(manifests, config.platforms, now()),
    ...((config.people.smtp ?? config.sandbox) ? [] : [NO_MAIL]),
  ]
  const metrics =
    config.metrics || beside?.metrics
      ? // Few count, and only they load it.
        await (
          await import('./metrics.ts')
        ).openMetrics(
          config,
          { database, limits: platforms.accountLimits(), now, log, beside },
          stack,
        )
      : undefined
  const observer = metrics?.observer
  metrics?.watch(api)
  const reachable = instead.reachable ?? []
  const out = waysOut({ webhook_hosts: config.webhook_hosts, reachable }, stack, tracing)
  const { outside, hooks } = out
  const card = unfurling({ fetch: outside, refusal: out.outside_refusal, now, shrink })
  const deps: Connecting = {
    db,
    seal: sealed,
    platforms,
    now,
    sleep: delay,
    fetch: out.platforms,
    card,
    observer,
    tracer: tracing,
  }
  const environment: Environment = {
    trip,
    now,
    intake,
    get: outside,
    card,
    get cdn_url() {
      return config.cdn_url ?? at.base_url
    },
    seal: sealed,
    get base_url() {
      return at.base_url
    },
    get upgrade_url() {
      return `${at.base_url}/settings/plan`
    },
    manifests,
    plans: config.plans,
    rates: config.rates,
    settled: settledOf(listener),
    happened: happenedOf(listener),
    webhook_refusal: hooks.refusal,
    upload_url({ workspace_id }, id) {
      return `${at.base_url}/uploads/${uploading.sign({ workspace_id, id })}`
    },
    standing: (at_db, whose) => standingOf(at_db, whose, now()),
    disconnect: (account) => disconnect(deps, account),
    // Few ask.
    choices: async (asked) => (await import('#connecting/choices.ts')).choicesOf(deps, asked),
    people: async (asked) => (await import('#connecting/people.ts')).peopleOf(deps, asked),
    connect_url: (caller, account) =>
      connectUrl({ base_url: at.base_url, tickets: ticket, now: now() }, caller, account),
  }

  let answering: Server | undefined
  if (config.role !== 'worker') {
    // Workers answer nobody: a third of what an API process loads is not theirs.
    const { httpService } = await import('./http-service.ts')
    const app = await httpService(
      {
        config,
        deps,
        platforms,
        environment,
        at,
        log,
        identity,
        ring,
        apps,
        tickets: ticket,
        links: link,
        uploads: uploading,
        blobs,
        get: outside,
        warnings,
        held: () => held,
        closed: resting.why,
        observer,
        tracing,
        metrics: metrics?.door,
        stopping: stopping.signal,
      },
      stack,
    )
    const place = { port: config.port, host: config.host }
    const reusePort = processes > 1 || beside !== undefined
    if (reusePort && !beside) await requireFree(place)
    await app.listen({ ...place, ...(reusePort && { reusePort }) })
    stack.defer(() => app.close())
    answering = app.server
    const host = config.host === '0.0.0.0' ? '127.0.0.1' : config.host
    at.base_url ||= `http://${host}:${portOf(answering, config)}`
  } else {
    const asked = {
      db,
      ready: () => at.ready && resting.why() === undefined,
      held: () => held,
      metrics: metrics?.door,
    }
    await healthPort(config, asked, stack)
  }
  at.base_url ||= `http://${config.host}:${config.port}`
  const sandbox = await openSandbox(config, { base_url: at.base_url, identity }, stack, log)
  at.sandbox_url = sandbox.url
  out.open(platforms.configuredOrigins())

  /** Whatever leaves the house by itself. */
  let going = new AsyncDisposableStack()
  stack.defer(() => going.disposeAsync())
  const go = () => {
    const connected = (name: string, max: number, kept = 0) => {
      const told = tracing?.statement
      const connections = going.use(connect(database, { max, kept, name, told }))
      metrics?.watch(connections)
      return connections
    }
    const pool = connected('crier-worker', WORKER_CONNECTIONS)
    const claims = connected('crier-claims', CLAIM_CONNECTIONS)
    // A new one has to learn the tables and statements, which takes longer than a lone post should be late.
    const together = connected('crier-together', TOGETHER_CONNECTIONS, 1)
    const { concurrency, lease, pace } = config.worker
    const outgoing = {
      ...deps,
      db: pool.db,
      blobs,
      pull: pullOf(config, link, { now, home: () => at.base_url }),
      convert,
      log,
      pace,
    }
    const worker = startWorker({
      ...outgoing,
      claims,
      together: together.db,
      name: `${hostname()}:${process.pid}`,
      concurrency,
      lease,
      limits: platforms.accountLimits(),
      onNews: (wake) => listener.on('due', wake),
    })
    going.defer(() => worker.stop())
    const errands = { ...outgoing, concurrency, lease }
    going.use(startRemover({ ...errands, onNews: (wake) => listener.on('removals', wake) }))
    going.use(startEditor({ ...errands, onNews: (wake) => listener.on('edits', wake) }))
    going.use(
      startMailer(mailerOf(config, at, { db: pool.db, now, log, listener, observer, ring })),
    )
    going.use(
      startDispatcher({
        ...deps,
        db: pool.db,
        send: hooks.send,
        chance: Math.random,
        pace,
        log,
        onNews: (wake) => heardOn(listener, ['events', 'sends'], wake),
      }),
    )
    going.use(
      startNotifier({
        db: pool.db,
        now,
        plans: config.plans,
        log,
        onNews: (wake) => listener.on('events', wake),
      }),
    )
    const series = async (signal: AbortSignal) =>
      makeSeries({ db: pool.db, environment }, signal, log)
    const risk_facts = () =>
      factsFor({ manifests, plans: config.plans, now: now() }, versioned(config.platforms))
    going.use(
      startChores(chores, database, { ...deps, db: pool.db, blobs, series, risk_facts }, log),
    )
  }
  const goOrWait = () => {
    if (config.role !== 'api' && !held) go()
    if (!held) return
    log.warn(HELD)
    going.use(
      awaitRelease(db, () => {
        held = false
        log.info('Publishing goes on.')
        if (config.role !== 'api') go()
      }),
    )
  }
  goOrWait()
  stack.defer(resting.settled)
  const rest = async () => {
    await going.disposeAsync()
    await numberer[Symbol.asyncDispose]()
  }
  const rise = () => {
    numberer = startNumberer(database, log)
    going = new AsyncDisposableStack()
    goOrWait()
  }
  stack.use(resting.watch({ db, listener, keys }, { rest, rise }))

  const first =
    config.role === 'worker' ? undefined : await firstStart(deps, platforms.choices(), config, log)
  for (const warning of [...notes, ...endingVersions(manifests, config.platforms, now())])
    log.warn(warning)
  // Who is told of an account must find it there, whatever happens next.
  if (first) await sandbox.flush()
  at.ready = true
  if (answering && processes > 1) {
    const place = { database, port: portOf(answering, config), sandbox_url: at.sandbox_url }
    const told = { ...place, metrics: metrics !== undefined }
    const started = (child: ChildProcess) => metrics?.join(child)
    stack.use(startApiProcesses({ count: processes - 1, told, started }, log))
  }
  const owned = stack.move()
  return {
    role: config.role,
    base_url: at.base_url,
    sandbox_url: at.sandbox_url,
    welcome: first,
    log,
    async [Symbol.asyncDispose]() {
      at.ready = false
      stopping.abort(new Error('The service stops.'))
      await owned.disposeAsync()
    },
  }
}

/** The port that was taken, where any would do. */
function portOf(server: Server, { port }: Config) {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}
