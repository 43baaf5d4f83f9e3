/** Which platforms this instance can reach: the real ones that have credentials, and the sandbox's; and by which names it is reached. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { clientKeyOf } from '#connecting/client-key.ts'
import type { Binding, Platforms } from '#connecting/platforms.ts'
import { secretKey } from '#rules/keyring.ts'
import type { AccountLimits } from '#store/claims.ts'
import type { Config } from '#config/config.ts'
import type { ClientKey, Connector, PlatformConfig } from '#platforms/platform.ts'
import { StartError } from '#database/start-error.ts'
import { missingFor } from './unset.ts'

/** Known to every sandbox; it opens nothing but emulators. */
export const sandboxClient = { client_id: 'crier-sandbox', client_secret: 'sandbox-only' }

interface At {
  base_url: string
  sandbox_url: string | undefined
}

/** Id and secret of an app that was set at the dashboard. */
export type StoredApps = (
  id: string,
) => Pick<PlatformConfig, 'client_id' | 'client_secret'> | undefined

export function platformsOf(
  catalog: Readonly<Record<string, Connector>>,
  config: Config,
  at: At,
  stored: StoredApps = () => undefined,
  clientKey: (id: string) => ClientKey = ownKeys(config),
) {
  const callback = (id: string) => `${at.base_url}/connect/${id}/callback`

  /** Ids come from addresses as well: what every object has is no platform. */
  const connectorOf = (id: string) => (Object.hasOwn(catalog, id) ? catalog[id] : undefined)

  /** The environment wins: whoever sets it means it. */
  const realOf = (id: string) => {
    const set = config.platforms[id]
    if (set?.client_id) return set
    const [app, how] = [stored(id), config.reached[id]]
    return app && how ? { ...how, ...app } : set
  }

  /** Where no app of somebody else's is named, this instance is one, by a document that the world can read. */
  const ours = (id: string) => {
    const isOurs = connectorOf(id)?.client_document && !realOf(id)?.client_id
    if (!isOurs || !at.base_url.startsWith('https://')) return {}
    const client_key = clientKey(id)
    return { client_id: `${at.base_url}/connect/${id}/client-metadata.json`, client_key }
  }

  const binding: Platforms = (id, sandbox) => {
    const connector = connectorOf(id)
    if (!connector) return undefined
    const redirect_uri = callback(id)
    const real = realOf(id)
    if (!sandbox && !real) return undefined
    if (!sandbox && real) return { connector, config: { ...real, redirect_uri, ...ours(id) } }
    if (!at.sandbox_url) return undefined
    const hosts = Object.keys(connector.manifest.hosts).map((host) => [
      host,
      `${at.sandbox_url}/${id}/${host}`,
    ])
    const { scopes: asked, more_scopes: more } = connector.manifest
    const scopes = more && { scopes: [...asked, ...more] }
    return {
      connector,
      config: { ...sandboxClient, redirect_uri, hosts: Object.fromEntries(hosts), ...scopes },
    }
  }

  return Object.assign(binding, {
    callback,

    /** The real platform with that app, or with the one that is set. */
    with(id: string, app: ReturnType<StoredApps>): Binding | undefined {
      const [connector, how] = [connectorOf(id), config.reached[id]]
      if (app === undefined) return binding(id, false)
      return (
        connector && how && { connector, config: { ...how, ...app, redirect_uri: callback(id) } }
      )
    },

    choices() {
      return Object.entries(catalog).flatMap(([platform, { manifest, sign_in }]) =>
        [false, true]
          .filter((sandbox) => binding(platform, sandbox))
          .map((sandbox) => {
            const { name, hint } = manifest
            return { platform, name, sandbox, sign_in: sign_in?.fields, hint }
          }),
      )
    },

    /** What describes this instance to that platform; undefined: nothing does, or somebody else's document. */
    document(id: string) {
      const { connector, config: own } = binding(id, false) ?? {}
      return own?.client_key && connector?.client_document?.(own)
    },

    /** Platforms that people cannot connect for real before something more is set. */
    lacking() {
      return Object.entries(catalog).flatMap(([platform, { manifest }]) => {
        const missing = missingFor(manifest, realOf(platform))
        const { name, needs } = manifest
        return missing.length ? [{ platform, name, missing, needs }] : []
      })
    },

    /** Addresses an operator configured, which may be private; a platform's own production hosts are public anyway. */
    configuredOrigins() {
      const real = Object.entries(config.reached).flatMap(([id, { hosts }]) =>
        Object.entries(hosts)
          .filter(([host, url]) => url !== catalog[id]?.manifest.hosts[host])
          .map(([, url]) => url),
      )
      return [...real, ...(at.sandbox_url ? [at.sandbox_url] : [])]
    },

    accountLimits(): AccountLimits {
      const entries = Object.entries(catalog).map(([id, { manifest }]) => {
        const { concurrent_per_account: at_once, per_account_per_day: per_day } = manifest.limits
        return [id, { at_once, per_day }]
      })
      return Object.fromEntries(entries)
    },
  })
}

/** As long as the key was never changed. */
function ownKeys({ secret_key }: Config) {
  const key = secretKey(secret_key.reveal())
  return (id: string) => clientKeyOf(key, id)
}

export interface Sandboxed {
  url: string | undefined
  /** Resolves when what the sandbox has in mind would outlive it. */
  flush(): Promise<void>
}

const nothing = async () => {}

/**
 * Serves the sandbox beside the API. When another process of this Crier already does on that port, its sandbox is used:
 * `identity` is the instance's.
 */
export async function openSandbox(
  config: Config,
  { base_url, identity }: { base_url: string; identity: string },
  stack: AsyncDisposableStack,
  log: { warn(about: object, text: string): void; info(about: object, text: string): void },
): Promise<Sandboxed> {
  if (!config.sandbox) return { url: undefined, flush: nothing }
  const { port } = config.sandbox
  const url = config.sandbox.url ?? `http://127.0.0.1:${port}`
  if (config.sandbox.url !== undefined || config.role === 'worker') return { url, flush: nothing }
  const whose = createHash('sha256').update(`sandbox ${identity}`).digest('hex')
  // Ten emulators, which an instance without a sandbox never loads.
  const { serveSandbox } = await import('#sandbox/service/serve.ts')
  try {
    const sandbox = await serveSandbox({
      port,
      log,
      whose,
      stateDir: join(config.data_dir, 'sandbox'),
      clients: (id) => [
        { ...sandboxClient, redirect_uris: [`${base_url}/connect/${id}/callback`] },
      ],
    })
    stack.use(sandbox)
    return sandbox
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!taken) throw error
    const found = await whoseSandbox(url)
    if (found === undefined) throw error
    if (found !== null && found !== whose) {
      throw new StartError(
        `Port ${port} has the sandbox of another Crier, which would not know this one: set SANDBOX_PORT to a free port.`,
      )
    }
    log.info({ url }, 'using the sandbox that runs there already')
    return { url, flush: nothing }
  }
}

const Whose = z.object({ whose: z.string().nullable() })

/** Null: one that was started by hand. Undefined: none. */
async function whoseSandbox(url: string) {
  const signal = AbortSignal.timeout(2_000)
  const answer = await fetch(`${url}/_sandbox/whose`, { signal }).catch(() => undefined)
  return answer?.ok ? Whose.safeParse(await answer.json()).data?.whose : undefined
}

/** By which names this service may be called: its public one, and the loopback ones. */
export function hostsOf(at: { base_url: string }, config: Config) {
  return {
    has(host: string) {
      const port = new URL(at.base_url).port || (at.base_url.startsWith('https') ? '443' : '80')
      const local = ['127.0.0.1', 'localhost', '[::1]', config.host].map(
        (name) => `${name}:${port}`,
      )
      return host === new URL(at.base_url).host || local.includes(host)
    },
  }
}
