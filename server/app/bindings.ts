/** Which platforms this instance can reach: the real ones that have credentials, and the sandbox's; and by which names it is reached. */
import { join } from 'node:path'
import type { Platforms } from '#connecting/platforms.ts'
import type { Connector } from '#platforms/platform.ts'
import type { AccountLimits } from '#store/claims.ts'
import type { Config } from '#config/config.ts'
import { missingFor } from './unset.ts'

/** Known to every sandbox; it opens nothing but emulators. */
export const sandboxClient = { client_id: 'crier-sandbox', client_secret: 'sandbox-only' }

interface At {
  base_url: string
  sandbox_url: string | undefined
}

export function platformsOf(catalog: Readonly<Record<string, Connector>>, config: Config, at: At) {
  const callback = (id: string) => `${at.base_url}/connect/${id}/callback`

  const binding: Platforms = (id, sandbox) => {
    const connector = catalog[id]
    if (!connector) return undefined
    const redirect_uri = callback(id)
    const real = config.platforms[id]
    if (!sandbox) return real && { connector, config: { ...real, redirect_uri } }
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

    /** Platforms that people cannot connect for real before something more is set. */
    lacking() {
      return Object.entries(catalog).flatMap(([platform, { manifest }]) => {
        const missing = missingFor(manifest, config.platforms[platform])
        const { name, needs } = manifest
        return missing.length ? [{ platform, name, missing, needs }] : []
      })
    },

    /** Addresses an operator configured, which may be private; a platform's own production hosts are public anyway. */
    configuredOrigins() {
      const real = Object.entries(config.platforms).flatMap(([id, { hosts }]) =>
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

/** Serves the sandbox beside the API. When another Crier already does on that port, its sandbox is used. */
export async function openSandbox(
  config: Config,
  base_url: string,
  stack: AsyncDisposableStack,
  log: { warn(about: object, text: string): void; info(about: object, text: string): void },
) {
  if (!config.sandbox) return undefined
  const { port } = config.sandbox
  const url = `http://127.0.0.1:${port}`
  if (config.role === 'worker') return url
  // Ten emulators, which an instance without a sandbox never loads.
  const { serveSandbox } = await import('#sandbox/service/serve.ts')
  try {
    const sandbox = await serveSandbox({
      port,
      log,
      stateDir: join(config.data_dir, 'sandbox'),
      clients: (id) => [
        { ...sandboxClient, redirect_uris: [`${base_url}/connect/${id}/callback`] },
      ],
    })
    stack.use(sandbox)
    return sandbox.url
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!taken || !(await isSandbox(url))) throw error
    log.info({ url }, 'using the sandbox that runs there already')
    return url
  }
}

async function isSandbox(url: string) {
  const answer = await fetch(`${url}/_sandbox/clock`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => undefined,
  )
  return answer?.ok === true
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
