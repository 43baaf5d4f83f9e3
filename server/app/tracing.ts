/** Opens traces, and says in them which process of which version this is. */
import { hostname } from 'node:os'
import type { Config } from '#config/config.ts'
import type { TracingConfig } from '#config/tracing.ts'
import { openTracing, type Tracing } from '#telemetry/tracing.ts'
import manifest from '../../package.json' with { type: 'json' }

export function followed(
  config: TracingConfig,
  role: Config['role'],
  beside: { name: string } | undefined,
): Tracing {
  return openTracing(config, {
    'service.version': manifest.version,
    'service.instance.id': `${hostname()}:${process.pid}`,
    'crier.role': role,
    'crier.process': beside?.name ?? 'main',
  })
}
