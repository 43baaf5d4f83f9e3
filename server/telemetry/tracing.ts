/** Sends what was followed to where the operator says, by OTLP over HTTP: in the background, and what cannot be sent in time is let go. */
import { setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Trip } from '#store/trip.ts'
import { type Calls, followCalls } from './calls.ts'
import { followRequests } from './requests.ts'
import { followStatements, followTrips, type Stated } from './statements.ts'
import { codeOf, type Follower, followerOn } from './tracer.ts'

/** Where and how; see config/tracing.ts. */
export interface Settings {
  url: string
  headers: { reveal(): string }
  timeout: number
  delay: number
  service: string
  resource: Readonly<Record<string, string>>
  sampler: string
  ratio: number
}

export interface Tracing extends Pick<Follower, 'follow' | 'ids'>, AsyncDisposable {
  /** Every request; see requests.ts. */
  requests(this: void, app: FastifyInstance): void
  /** Every call that leaves by it; see calls.ts. */
  calls: Calls
  statement(this: void, of: Stated): void
  trips(this: void, trip: Trip): Trip
  /** Tells that traces are lost; at most once a minute. */
  reportTo(this: void, log: { warn(about: object, text: string): void }): void
}

/** Milliseconds that a stop waits for the last of them. */
const GRACE = 3_000
const ONCE_IN = 60_000
/** Spans that wait to be sent, and of those sent at once; what comes on top is lost. Some megabytes. */
const QUEUE = { maxQueueSize: 8_192, maxExportBatchSize: 512 }
const Headers = z.record(z.string(), z.string())

export function openTracing(settings: Settings, about: Readonly<Record<string, string>>): Tracing {
  const { url, timeout, delay } = settings
  const exporter = new OTLPTraceExporter({
    url,
    headers: Headers.parse(JSON.parse(settings.headers.reveal())),
    timeoutMillis: timeout,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...about,
      ...settings.resource,
      'service.name': settings.service,
    }),
    sampler: samplerOf(settings),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        ...QUEUE,
        scheduledDelayMillis: delay,
        exportTimeoutMillis: timeout,
      }),
    ],
  })
  const follower = followerOn(provider.getTracer('crier'))
  return {
    follow: follower.follow,
    ids: follower.ids,
    requests: (app) => followRequests(app, follower),
    calls: (fetch, which) => followCalls(follower, fetch, which),
    statement: followStatements(follower),
    trips: (trip) => followTrips(follower, trip),
    reportTo(log) {
      let told = -Infinity
      setGlobalErrorHandler((error) => {
        if (performance.now() - told < ONCE_IN) return
        told = performance.now()
        log.warn({ why: whyOf(error) }, 'traces could not be sent, and are lost')
      })
    },
    async [Symbol.asyncDispose]() {
      const { promise: enough, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, GRACE)
      // Whoever stops has nobody left to tell.
      await Promise.race([provider.shutdown().catch(() => {}), enough])
      clearTimeout(timer)
    },
  }
}

/** A status or a code; what was answered stays where it is. */
function whyOf(error: unknown) {
  if (error instanceof Error && 'code' in error && typeof error.code === 'number') return error.code
  return error instanceof Error && /^(Timeout|Request timed out)$/.test(error.message)
    ? 'timeout'
    : codeOf(error)
}

function samplerOf({ sampler, ratio }: Settings): Sampler {
  const [, based, root = ''] = /^(parentbased_)?(.*)$/.exec(sampler) ?? []
  const own =
    root === 'traceidratio'
      ? new TraceIdRatioBasedSampler(ratio)
      : root === 'always_off'
        ? new AlwaysOffSampler()
        : new AlwaysOnSampler()
  return based ? new ParentBasedSampler({ root: own }) : own
}
