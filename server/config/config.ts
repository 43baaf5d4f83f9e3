/** Environment in, checked configuration out: the only reader of process.env. docs/configuration.md is generated from it. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { Manifest, PlatformConfig } from '#platforms/platform.ts'
import type { Rates } from '#rules/rate.ts'
import { ConfigError, Secret } from './words.ts'
import { type OidcConfig, oidcOf, oidcProblems, oidcSettings } from './oidc.ts'
import { type PeopleConfig, peopleOf, peopleSettings } from './people.ts'
import { type MetricsConfig, metricsOf, metricsSettings } from './metrics.ts'
import { type TracingConfig, tracingOf, tracingSettings } from './tracing.ts'
import { rateSettings, ratesOf } from './rates.ts'
import { type S3Config, s3Of, s3Settings } from './s3.ts'
import { type SecretKeys, secretKeys } from './secret-keys.ts'
import { webhookSettings } from './webhooks.ts'
import { type StorageConfig, storageConfigOf, storageSettings } from './storage.ts'

export { ConfigError, Secret } from './words.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const onOff = z.stringbool()

/** Everything hangs below it: a path would be lost. */
function isOrigin(url: string) {
  const at = URL.parse(url)
  // What is no address at all is told already.
  if (!at) return true
  const { pathname, search, hash, username } = at
  return pathname === '/' && !search && !hash && !username
}

/** Every setting, with what it means: this is what the docs print. */
export const Settings = z.object({
  PORT: port.default(3000).describe('Port of API, MCP and connect pages. 0 takes a free one.'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isOrigin, 'Give an origin, without a path: https://crier.example.')
    .optional()
    .describe(
      'Public origin of the service, as callers and platforms reach it. Default: http://HOST:PORT.',
    ),
  CDN_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Origin under which stored files are served, for a cache before the service. Default: BASE_URL.',
    ),
  DATA_DIR: z
    .string()
    .default('./data')
    .describe('Folder of the embedded database, the media files and the generated key.'),
  DATABASE_URL: z
    .string()
    // A host may be left out, or be a folder: postgresql:///crier?host=/var/run/postgresql.
    .regex(/^postgres(ql)?:\/\/\S*[^/\s]\S*$/, {
      error: 'Give an address such as postgresql://user:password@host:5432/crier.',
    })
    .optional()
    .describe('A PostgreSQL of your own (14 or newer) instead of the embedded one.'),
  SECRET_KEY: z
    .string()
    .min(32, 'Use at least 32 characters.')
    .optional()
    .describe('Encrypts tokens at rest. Generated into DATA_DIR on first start when unset.'),
  SECRET_KEY_OTHER: z
    .string()
    .min(32, 'Use at least 32 characters.')
    .optional()
    .describe(
      'While SECRET_KEY is changed: the other of both, old or new. The database knows which one seals.',
    ),
  ...s3Settings,
  ...storageSettings,
  ...peopleSettings,
  ...oidcSettings,
  ...webhookSettings,
  ...rateSettings,
  ROLE: z.enum(['all', 'api', 'worker']).default('all').describe('What this process does.'),
  API_PROCESSES: z
    .union([z.literal('auto'), z.coerce.number().int().min(1).max(16)], {
      error: 'Give auto, or a number from 1 to 16.',
    })
    .default('auto')
    .describe(
      'Processes that answer REST, MCP and the dashboard on PORT. auto: one on less than four cores, else half as many as cores, at most four.',
    ),
  HEALTH_PORT: port
    .optional()
    .describe('Port of /health and /ready in a process with ROLE=worker. Unset: none.'),
  ...metricsSettings,
  ...tracingSettings,
  WORKER_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(5000)
    .default(250)
    .describe(
      'Deliveries under way at once in one worker, for each platform. An eighth more are for workspaces that have none under way there.',
    ),
  WORKER_LEASE_MS: z.coerce
    .number()
    .int()
    .min(1000)
    .max(600_000)
    .default(30_000)
    .describe('Milliseconds after which another worker takes over what a dead one left.'),
  WORKER_PACE: z.coerce
    .number()
    .min(1)
    .max(1000)
    .default(1)
    .describe(
      'Divides the pauses before retries and look-ups. 1 is right for real platforms; more is for experiments in the sandbox.',
    ),
  SANDBOX: onOff
    .optional()
    .describe('Serve the emulated platforms. Default: on unless NODE_ENV is production.'),
  SANDBOX_PORT: port.optional().describe('Port of the sandbox. Default: PORT + 1.'),
  SANDBOX_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('A sandbox that runs elsewhere, instead of serving one here.'),
  PLAN: z.enum(['free', 'unlimited']).default('unlimited').describe('Plan of new workspaces.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('How much is logged.'),
  NODE_ENV: z
    .string()
    .default('development')
    .describe('production switches the sandbox off unless it is asked for.'),
})

export interface Config extends StorageConfig, SecretKeys {
  port: number
  host: string
  base_url: string | undefined
  /** Undefined: the base URL. */
  cdn_url: string | undefined
  /** Undefined: media files live in the data folder. */
  s3: S3Config | undefined
  people: PeopleConfig
  /** Undefined: nobody signs in by a provider. */
  oidc: OidcConfig | undefined
  /** Whether people may sign in by passwords. */
  takes_passwords: boolean
  data_dir: string
  database_url: Secret | undefined
  role: 'all' | 'api' | 'worker'
  api_processes: number | 'auto'
  /** Undefined: a worker listens nowhere. */
  health_port: number | undefined
  /** Undefined: nothing is counted. */
  metrics: MetricsConfig | undefined
  /** Undefined: nobody is followed. */
  tracing: TracingConfig | undefined
  worker: { concurrency: number; lease: number; pace: number }
  /** `url` set: it runs elsewhere. */
  sandbox: { port: number; url: string | undefined } | undefined
  plan: string
  /** `host:port` of private receivers that the operator allows. */
  webhook_hosts: readonly string[]
  /** Empty: requests are not limited. */
  rates: Rates
  log_level: string
  /** Real platforms with credentials; the callback address is filled in once the base URL is known. */
  platforms: Record<string, Omit<PlatformConfig, 'redirect_uri'>>
  /** What is set of each platform beside credentials, whether or not it has any. */
  reached: Record<string, Reached>
}

/** How a platform is reached. */
export type Reached = Omit<PlatformConfig, 'redirect_uri' | 'client_id' | 'client_secret'>

export type Environment = Record<string, string | undefined>

/** The environment, and below it what `.env` in the working folder says. */
export function readEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

export function readConfig(manifests: Record<string, Manifest>, environment: Environment): Config {
  // An empty value in a .env file means: not set.
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(set)
  const together = oidcProblems(set)
  if (!parsed.success || together.length) {
    const issues = parsed.error?.issues ?? []
    const lines = issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new ConfigError([...lines, ...together].join('\n'))
  }
  const values = parsed.data
  const sandboxed = values.SANDBOX ?? values.NODE_ENV !== 'production'
  const data_dir = resolve(values.DATA_DIR)
  const sandbox_port = values.SANDBOX_PORT ?? (values.PORT === 0 ? 0 : values.PORT + 1)
  const reached = reachedPlatforms(manifests, set)
  if (values.SECRET_KEY !== undefined && values.SECRET_KEY === values.SECRET_KEY_OTHER) {
    throw new ConfigError('SECRET_KEY_OTHER: Use another key than SECRET_KEY.')
  }
  const clashes = clashesOf({ ...values, SANDBOX_PORT: sandboxed ? sandbox_port : undefined })
  if (clashes.length) throw new ConfigError(clashes.join('\n'))
  return {
    port: values.PORT,
    host: values.HOST,
    base_url: values.BASE_URL?.replace(/\/+$/, ''),
    cdn_url: values.CDN_URL?.replace(/\/+$/, ''),
    s3: s3Of(values),
    people: peopleOf(values),
    oidc: oidcOf(values),
    takes_passwords: values.PASSWORDS === 'on',
    data_dir,
    database_url: values.DATABASE_URL === undefined ? undefined : new Secret(values.DATABASE_URL),
    ...secretKeys(values, data_dir),
    role: values.ROLE,
    api_processes: values.API_PROCESSES,
    health_port: values.HEALTH_PORT,
    metrics: metricsOf(values),
    tracing: tracingOf(values),
    worker: {
      concurrency: values.WORKER_CONCURRENCY,
      lease: values.WORKER_LEASE_MS,
      pace: values.WORKER_PACE,
    },
    sandbox: sandboxed
      ? { port: sandbox_port, url: values.SANDBOX_URL?.replace(/\/+$/, '') }
      : undefined,
    plan: values.PLAN,
    webhook_hosts: values.WEBHOOK_PRIVATE_HOSTS ?? [],
    rates: ratesOf(values),
    ...storageConfigOf(values),
    log_level: values.LOG_LEVEL,
    platforms: realPlatforms(manifests, reached, set),
    reached,
  }
}

type Ports = 'PORT' | 'SANDBOX_PORT' | 'HEALTH_PORT' | 'METRICS_PORT'

/** A port that two would listen on; 0 takes a free one. */
function clashesOf(ports: { [Name in Ports]?: number | undefined } & { ROLE: Config['role'] }) {
  const others: Ports[] =
    ports.ROLE === 'worker' ? ['HEALTH_PORT', 'SANDBOX_PORT'] : ['PORT', 'SANDBOX_PORT']
  const pairs: [Ports, Ports][] = [
    ['SANDBOX_PORT', 'PORT'],
    ...others.map((other): [Ports, Ports] => ['METRICS_PORT', other]),
  ]
  return pairs
    .filter(([one, other]) => ports[one] && ports[one] === ports[other])
    .map(([one, other]) => `${one}: Use another port than ${other}.`)
}

/** `X_API_URL` for each host of the manifest, `X_SCOPES` and `X_API_VERSION`. */
function reachedPlatforms(manifests: Record<string, Manifest>, set: Environment) {
  return Object.fromEntries(
    Object.entries(manifests).map(([id, manifest]): [string, Reached] => {
      const name = id.toUpperCase()
      const scopes = set[`${name}_SCOPES`]?.split(/[\s,]+/).filter(Boolean)
      const version = set[`${name}_API_VERSION`]
      const hosts = Object.entries(manifest.hosts).map(([host, url]) => [
        host,
        set[`${name}_${host.toUpperCase()}_URL`] ?? url,
      ])
      return [
        id,
        {
          ...(scopes?.length && { scopes }),
          ...(version && { version }),
          hosts: Object.fromEntries(hosts),
        },
      ]
    }),
  )
}

/** Those with `X_CLIENT_ID` and `X_CLIENT_SECRET`, or that do without. */
function realPlatforms(
  manifests: Record<string, Manifest>,
  reached: Record<string, Reached>,
  set: Environment,
) {
  const configured: Config['platforms'] = {}
  for (const [id, { client }] of Object.entries(manifests)) {
    const name = id.toUpperCase()
    const client_id = set[`${name}_CLIENT_ID`]
    const how = reached[id]
    if (!how || (client_id === undefined && client === 'required')) continue
    configured[id] = {
      ...how,
      client_id: client_id ?? '',
      client_secret: set[`${name}_CLIENT_SECRET`] ?? '',
    }
  }
  return configured
}
