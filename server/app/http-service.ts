/** Puts together what answers callers: REST, MCP, OAuth and the dashboard. Only processes that answer load it. */
import type { FastifyBaseLogger } from 'fastify'
import type { Get } from '#access/oauth/documents.ts'
import { limiter } from '#access/limiter.ts'
import type { links } from '#access/links.ts'
import { noticeLinks } from '#access/notice-links.ts'
import { passwords } from '#access/passwords.ts'
import type { Tickets } from '#access/tickets.ts'
import type { UploadLinks } from '#access/upload-links.ts'
import type { Config } from '#config/config.ts'
import type { Connecting } from '#connecting/connect.ts'
import type { Environment } from '#operations/context.ts'
import type { Keyring } from '#rules/keyring.ts'
import { findFile } from '#store/media.ts'
import { service, type ServiceOptions } from '#surfaces/service.ts'
import { hostsOf, type platformsOf } from './bindings.ts'
import { connectDependencies } from './connecting.ts'
import { HELD } from './instance.ts'
import { authorizing } from './oauth.ts'
import { oidcOf } from './oidc.ts'
import type { Apps } from './platform-apps.ts'
import { settingUp } from './setting-up.ts'
import { cameIn } from './storage.ts'
import type { followed } from './tracing.ts'
import manifest from '../../package.json' with { type: 'json' }

export interface Parts extends Pick<
  ServiceOptions,
  'identity' | 'closed' | 'warnings' | 'observer' | 'metrics' | 'stopping'
> {
  config: Config
  deps: Connecting
  platforms: ReturnType<typeof platformsOf>
  environment: Environment
  /** Where it is found; known once it listens. */
  at: { base_url: string; sandbox_url: string | undefined; ready: boolean }
  log: FastifyBaseLogger
  ring: Keyring
  apps: Apps
  tickets: Tickets
  links: ReturnType<typeof links>
  uploads: UploadLinks
  blobs: ServiceOptions['media']['blobs']
  get: Get
  /** Whether publishing is. */
  held: () => boolean
  tracing: ReturnType<typeof followed> | undefined
}

export async function httpService(parts: Parts, stack: AsyncDisposableStack) {
  const { config, deps, platforms, environment, at, log, warnings, ...others } = parts
  const { ring, apps, tickets, links, blobs, get, held, tracing, ...told } = others
  const { db, now, seal } = deps
  return service({
    ...told,
    db,
    environment,
    limiter: stack.use(limiter(db)),
    log,
    version: manifest.version,
    hosts: hostsOf(at, config),
    ready: () => at.ready,
    warnings,
    held: () => (held() ? HELD : undefined),
    tracer: tracing,
    follow: tracing?.requests,
    oauth: authorizing({ ...deps, at, log, get, ring }),
    notices: noticeLinks(ring),
    media: {
      blobs,
      links,
      now,
      find: (key) => findFile(db, key),
      came: cameIn({ db, now }),
    },
    named: config.base_url,
    trust_proxy: config.people.trust_proxy,
    security_contacts: config.people.security_contacts,
    console: {
      people: {
        db,
        now,
        passwords: passwords(),
        seal,
        sign_up: config.people.sign_up,
        plan: config.plan,
        takes_passwords: config.takes_passwords,
        oidc: await oidcOf(config, stack, { now, seal }),
      },
      get sandbox_url() {
        return at.sandbox_url
      },
    },
    connect: connectDependencies(deps, {
      platforms,
      tickets,
      at,
      set_up: settingUp(deps, { platforms, apps, config, at, warnings }),
    }),
  })
}
