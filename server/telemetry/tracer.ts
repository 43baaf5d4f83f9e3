/** Follows what the service does by OpenTelemetry's SDK. Whatever is under way is known by its asynchronous context. */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span as Kept,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer as Keeping,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { Attributes, Begin, Span, Tracer } from '#rules/tracer.ts'

/** Of a request, which begins and ends in different places. */
export interface Open extends Span {
  end(this: void): void
  /** What is begun in there hangs below it. */
  within<T>(this: void, work: () => T): T
}

export interface Follower extends Tracer {
  /** Of a request that came in with this header field, if it had one. */
  open(this: void, of: Omit<Begin, 'kind'>, traceparent: string | undefined): Open
  /** What was done and is over; undefined where nothing is under way, or nobody keeps it. */
  told(this: void, of: Begin, ms: number, failed?: string): void
  /** For log lines. */
  ids(this: void): { trace_id?: string; span_id?: string }
}

/** Requests of so many posts are known for links; a request that asked in another process is not. */
const ASKED = 10_000

const kinds = {
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  server: SpanKind.SERVER,
}

export function followerOn(keeping: Keeping): Follower {
  const storage = new AsyncLocalStorage<Context>()
  const propagator = new W3CTraceContextPropagator()
  const asked = new Map<number, SpanContext>()

  function begun(
    { name, attributes, asked_by }: Omit<Begin, 'kind'>,
    kind: SpanKind,
    above: Context,
  ) {
    const kept = keeping.startSpan(name, { kind, attributes: plain(attributes) }, above)
    const end = () => {
      // Not before: who asked may not have been answered when it began.
      const asking = asked_by === undefined ? undefined : asked.get(asked_by)
      if (asking) kept.addLink({ context: asking })
      kept.end()
    }
    return { kept, span: spanOf(kept), end, within: trace.setSpan(above, kept) }
  }

  function spanOf(kept: Kept): Span {
    return {
      set: (attributes) => void kept.setAttributes(plain(attributes)),
      fail(code) {
        kept.setAttributes(plain({ 'error.type': code }))
        kept.setStatus({ code: SpanStatusCode.ERROR })
      },
      asks(post_id) {
        asked.delete(post_id)
        asked.set(post_id, kept.spanContext())
        const [oldest] = asked.keys()
        if (asked.size > ASKED && oldest !== undefined) asked.delete(oldest)
      },
    }
  }

  return {
    async follow(of, work) {
      const above = (of.root ? undefined : storage.getStore()) ?? ROOT_CONTEXT
      const { span, within, end } = begun(of, kinds[of.kind], above)
      try {
        return await storage.run(within, () => work(span))
      } catch (error) {
        span.fail(codeOf(error))
        throw error
      } finally {
        end()
      }
    },
    open(of, traceparent) {
      // What else callers say of themselves in `tracestate` is theirs.
      const above = propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter)
      const { span, within, end } = begun(of, kinds.server, above)
      return { ...span, end, within: (work) => storage.run(within, work) }
    },
    told({ name, kind, attributes }, ms, failed) {
      const above = storage.getStore()
      if (!above || !trace.getSpan(above)?.isRecording()) return
      const startTime = Date.now() - ms
      const options = { kind: kinds[kind], attributes: plain(attributes), startTime }
      const kept = keeping.startSpan(name, options, above)
      if (failed !== undefined) spanOf(kept).fail(failed)
      kept.end(startTime + ms)
    },
    ids() {
      const above = storage.getStore()
      const context = above && trace.getSpanContext(above)
      return context ? { trace_id: context.traceId, span_id: context.spanId } : {}
    },
  }
}

/** Words as they stand in lists, in addresses' templates and in ids: a sentence is none, whoever should pass one. */
const WORD = /^[\w.:/*{}[\]-]{1,200}$/

function plain(attributes: Attributes) {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      typeof value === 'string' && !WORD.test(value) ? 'other' : value,
    ]),
  )
}

/** Of an error that was thrown: its code, else its name; its words may be somebody's. */
export function codeOf(error: unknown) {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
