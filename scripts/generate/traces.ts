/** docs/traces.md: what is followed, what each attribute means, and how to have traces taken. */
import { spanAttributes } from '#rules/spans.ts'
import { code, notice, page, table } from './markdown.ts'

export function tracesPage() {
  return page(
    notice,
    '# Traces',
    'Which part of a request, or of a delivery, took how long: sent by [OpenTelemetry](https://opentelemetry.io)’s protocol to whatever takes it, such as Jaeger, Grafana Tempo, or its own collector. There are none unless an operator asks for them, and then nothing of it is loaded:',
    '```sh\nOTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318 npm start\n```',
    'The variables are those that OpenTelemetry has for every service; [configuration](configuration.md) lists the ones that are read. The protocol is OTLP over HTTP as protobuf (`http/protobuf`, port 4318 as a rule), which every receiver takes; gRPC is not spoken. `OTEL_EXPORTER_OTLP_COMPRESSION`, `OTEL_EXPORTER_OTLP_CERTIFICATE` and those for client certificates are read by OpenTelemetry’s exporter itself.',
    '## What is followed',
    table(['Span', 'What it is'], spans),
    'A caller’s `traceparent` is taken over, `tracestate` and `baggage` are not; nothing of either goes to platforms or webhooks. An attempt begins a trace of its own, since it may come days after the request: it carries `crier.post_id`, as the request does, and a link to that request where the same process took it. With several processes, search for `crier.post_id`. Log lines carry `trace_id` and `span_id` of what they belong to.',
    'Only what stands in this table is ever told of a span, and the tests hold it to that: no text of a post, no file, no address that somebody wrote, no query, no header, no key, no token, no words of an error.',
    table(
      ['Attribute', 'Value'],
      Object.entries(spanAttributes).map(([name, text]) => [code(name), text]),
    ),
    'Of the service itself: `service.name`, `service.version`, `service.instance.id` (host and process), `crier.role`, `crier.process` (`main`, or `api-1`, `api-2`, … of those that one start makes), and what `OTEL_RESOURCE_ATTRIBUTES` says.',
    '## Receivers',
    'Jaeger, which shows them at port 16686:',
    '```yaml\n# compose.override.yaml\nservices:\n  crier:\n    environment:\n      OTEL_EXPORTER_OTLP_ENDPOINT: http://jaeger:4318\n  jaeger:\n    image: jaegertracing/jaeger:2.15.0\n    ports: ["127.0.0.1:16686:16686"]\n```',
    'OpenTelemetry’s collector, which hands them on to Grafana Tempo and keeps a tenth of what went well and all that failed:',
    `\`\`\`yaml\n${collector}\n\`\`\``,
    'A service that takes them from outside wants a header as a rule: `OTEL_EXPORTER_OTLP_HEADERS=authorization=Bearer%20…`. Values are percent-encoded. Who may send many requests can also have many traces kept, by its `traceparent`: where strangers call, set `OTEL_TRACES_SAMPLER=traceidratio`, or let the proxy take the header away.',
    '## What it costs',
    'Spans are gathered in memory (8,192 at most; what comes on top is dropped) and sent in the background every five seconds. A receiver that is away, slow, or refuses holds up neither a request nor a post: what cannot be sent within `OTEL_EXPORTER_OTLP_TIMEOUT` is lost, and the log says so, at most once a minute. A stop sends what is left and waits three seconds at most. What was measured: [decision 201](decisions/0201-traces.md).',
  )
}

const spans = [
  [
    '`GET /api/posts/:id`',
    'A request, by method and route. `/health`, `/ready` and `/metrics` are left out.',
  ],
  ['`tools/call schedule_post`', 'A tool call of MCP, below the request that brought it.'],
  [
    '`attempt x`',
    'One attempt of one delivery, at X: which post, which attempt it is, how it ended.',
  ],
  ['`step post`', 'A step of the connector, below its attempt.'],
  ['`removal x`, `edit x`', 'What takes down or changes what is out.'],
  ['`webhook`', 'One call of a webhook.'],
  ['`chore prune`', 'One run of a recurring job.'],
  [
    '`POST`',
    'A call that leaves, below what it is for: method and status, and the host if it is a platform’s.',
  ],
  [
    '`select posts`, `trip`',
    'A statement, below what it is for; a trip is several that travel together. Statements that nothing waits for (looking for what is due) are left out. What several attempts write together stands below one of them.',
  ],
]

const collector = `# otelcol.yaml, for the image otel/opentelemetry-collector-contrib
receivers:
  otlp:
    protocols:
      http: { endpoint: 0.0.0.0:4318 }
processors:
  tail_sampling:
    policies:
      - { name: failed, type: status_code, status_code: { status_codes: [ERROR] } }
      - { name: others, type: probabilistic, probabilistic: { sampling_percentage: 10 } }
exporters:
  otlp/tempo:
    endpoint: tempo:4317
    tls: { insecure: true }
service:
  pipelines:
    traces: { receivers: [otlp], processors: [tail_sampling], exporters: [otlp/tempo] }`
