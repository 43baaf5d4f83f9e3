/** Takes traces by OTLP over HTTP, and reads them by the definitions that OpenTelemetry generates from its protocol. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import otlp from '@opentelemetry/otlp-proto-exporter-base/build/src/generated/root.js'
import { z } from 'zod'

const Value = z.object({
  stringValue: z.string().optional(),
  intValue: z.string().optional(),
  doubleValue: z.number().optional(),
  boolValue: z.boolean().optional(),
})
const Attributes = z
  .array(z.object({ key: z.string(), value: Value }))
  .default([])
  .transform((list) =>
    Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])),
  )
const hex = z
  .string()
  .default('')
  .transform((text) => Buffer.from(text, 'base64').toString('hex'))
const Link = z.object({ traceId: hex, spanId: hex })
const Span = z.object({
  traceId: hex,
  spanId: hex,
  parentSpanId: hex,
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: Attributes,
  traceState: z.string().default(''),
  events: z.array(z.unknown()).default([]),
  links: z.array(Link).default([]),
  status: z.object({ code: z.number().default(0), message: z.string().default('') }).optional(),
})
export type Span = z.infer<typeof Span>
const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})

/** Only what fails waits so long. */
const PATIENCE = 30_000

/** `hang`: it takes the request and never answers. */
export type Behaviour = number | 'hang'

export interface OtlpReceiver extends AsyncDisposable {
  url: string
  /** How it answers from now on; 200 at first. */
  behave(this: void, how: Behaviour): void
  requests: { path: string | undefined; headers: IncomingMessage['headers']; body: Buffer }[]
  spans(this: void): Span[]
  resources(this: void): Record<string, unknown>[]
  /** The first span that is wanted; waits for it. */
  soon(this: void, is: (span: Span) => boolean): Promise<Span>
}

export async function openOtlp(): Promise<OtlpReceiver> {
  const requests: OtlpReceiver['requests'] = []
  let how: Behaviour = 200
  const server = createServer((request, response) => void take(request, response))
  async function take(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    requests.push({ path: request.url, headers: request.headers, body: Buffer.concat(chunks) })
    if (how === 'hang') return
    response.writeHead(how, how === 429 ? { 'retry-after': '1' } : {}).end()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const read = () => requests.flatMap(({ body }) => readTraces(body).resourceSpans)
  const spans = () => read().flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  return {
    url: `http://127.0.0.1:${port}`,
    behave: (to) => void (how = to),
    requests,
    spans,
    resources: () => read().map(({ resource }) => resource.attributes),
    async soon(is) {
      const until = performance.now() + PATIENCE
      for (;;) {
        const found = spans().find(is)
        if (found) return found
        if (performance.now() > until)
          throw new Error(
            `Only told: ${spans()
              .map(({ name }) => name)
              .join(', ')}`,
          )
        await wait(20)
      }
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Waits for it; `what` says so where it does not come. */
export async function until(is: () => boolean | Promise<boolean>, what: string) {
  const end = performance.now() + PATIENCE
  while (!(await is())) {
    if (performance.now() > end) throw new Error(`It never came: ${what}`)
    await wait(20)
  }
}

function readTraces(body: Buffer) {
  const { ExportTraceServiceRequest } = otlp.opentelemetry.proto.collector.trace.v1
  const message = ExportTraceServiceRequest.decode(body)
  return Sent.parse(ExportTraceServiceRequest.toObject(message, { longs: String, bytes: String }))
}
