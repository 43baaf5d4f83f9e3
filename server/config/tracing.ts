/** Where traces are sent, out of the environment: the variables that OpenTelemetry has for it. */
import { z } from 'zod'
import { Secret } from './words.ts'

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const address = z.url({
  protocol: /^https?$/,
  error: 'Give an address such as http://localhost:4318.',
})
const pairs = z
  .string()
  .refine(
    (text) => listed(text).every(isPair),
    'Give pairs, separated by commas: name=value,other=value.',
  )
const milliseconds = (standard: number) =>
  z.coerce.number().int().min(1).max(600_000).default(standard)

export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address
    .optional()
    .describe(
      'Whoever takes traces by OTLP over HTTP, such as `http://localhost:4318`; `/v1/traces` is added. Unset: there are none. See [traces](traces.md).',
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address
    .optional()
    .describe('The same as a whole address, to which nothing is added.'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs
    .optional()
    .describe(
      'Header fields to send along, such as `authorization=Bearer%20…`, separated by commas.',
    ),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs.optional().describe('More of them, or others.'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/protobuf', 'Only http/protobuf is spoken, at port 4318 as a rule.')
    .default('http/protobuf')
    .describe('How they are written.'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z
    .literal('http/protobuf', 'Only http/protobuf is spoken, at port 4318 as a rule.')
    .optional()
    .describe('The same.'),
  OTEL_EXPORTER_OTLP_TIMEOUT: milliseconds(10_000).describe(
    'Milliseconds in which they must have been taken, with all tries; else they are lost.',
  ),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds(5_000).describe(
    'Milliseconds for which spans are gathered before they are sent.',
  ),
  OTEL_SERVICE_NAME: z
    .string()
    .optional()
    .describe('What the service is called in traces. Default: `crier`.'),
  OTEL_RESOURCE_ATTRIBUTES: pairs
    .optional()
    .describe('What else is told of it, such as `deployment.environment.name=production`.'),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS)
    .default('parentbased_always_on')
    .describe('Which traces are kept. `parentbased_…`: as the caller says, if it says so.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Of `traceidratio`: which part of them, such as 0.1.'),
  OTEL_TRACES_EXPORTER: z
    .enum(['otlp', 'none'], { error: 'Give otlp or none.' })
    .default('otlp')
    .describe('`none`: there are no traces, whatever else is set.'),
  OTEL_SDK_DISABLED: z.stringbool().default(false).describe('`true`: likewise.'),
}

export interface TracingConfig {
  url: string
  headers: Secret
  /** Milliseconds. */
  timeout: number
  delay: number
  service: string
  resource: Record<string, string>
  sampler: (typeof SAMPLERS)[number]
  ratio: number
}

const Values = z.object(tracingSettings)

/** Undefined: nobody is told anything. `headers` are JSON. */
export function tracingOf(values: z.output<typeof Values>): TracingConfig | undefined {
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT
  const url =
    values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`)
  if (!url || values.OTEL_SDK_DISABLED || values.OTEL_TRACES_EXPORTER === 'none') return undefined
  const { 'service.name': named, ...resource } = read(values.OTEL_RESOURCE_ATTRIBUTES)
  return {
    url,
    headers: new Secret(
      JSON.stringify({
        ...read(values.OTEL_EXPORTER_OTLP_HEADERS),
        ...read(values.OTEL_EXPORTER_OTLP_TRACES_HEADERS),
      }),
    ),
    timeout: values.OTEL_EXPORTER_OTLP_TIMEOUT,
    delay: values.OTEL_BSP_SCHEDULE_DELAY,
    service: values.OTEL_SERVICE_NAME ?? named ?? 'crier',
    resource,
    sampler: values.OTEL_TRACES_SAMPLER,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  }
}

const read = (text: string | undefined): Record<string, string> =>
  Object.fromEntries(listed(text ?? '').map(pairOf))

const listed = (text: string) => text.split(',').flatMap((pair) => pair.trim() || [])

function isPair(pair: string) {
  const at = pair.indexOf('=')
  return at > 0 && isEncoded(pair.slice(at + 1)) && /^[^\s:]+$/.test(pair.slice(0, at).trim())
}

function isEncoded(text: string) {
  return !/%(?![0-9a-f]{2})/i.test(text) && !/[\r\n]/.test(text)
}

function pairOf(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return [pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())]
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    // Bytes that are no UTF-8 stay as they were written.
    return text
  }
}
