/** Where metrics are told, out of the environment. */
import { z } from 'zod'
import { Secret } from './words.ts'

export const metricsSettings = {
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe(
      'Port of /metrics for Prometheus, apart from everything else. Unset: none. With METRICS_TOKEN it asks for that.',
    ),
  METRICS_HOST: z.string().default('127.0.0.1').describe('Address that METRICS_PORT listens on.'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'Use at least 16 characters, without spaces.')
    .optional()
    .describe(
      'Bearer token of /metrics at PORT (at HEALTH_PORT in a process with ROLE=worker). Unset: there is no /metrics there.',
    ),
}

/** Undefined: there are no metrics. At least one of both is set. */
export interface MetricsConfig {
  port: number | undefined
  host: string
  token: Secret | undefined
}

const Values = z.object(metricsSettings)

export function metricsOf(values: z.output<typeof Values>): MetricsConfig | undefined {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = values
  if (port === undefined && token === undefined) return undefined
  return { port, host, token: token === undefined ? undefined : new Secret(token) }
}
