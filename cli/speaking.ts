/** What a command says to a platform, as the service does, by the same addresses; few commands need it, and what sends requests is large. */
import { platformsOf } from '#app/bindings.ts'
import { readApps } from '#app/platform-apps.ts'
import type { InstanceKeys } from '#app/secret-keys.ts'
import { delay } from '#app/waiting.ts'
import type { Config } from '#config/config.ts'
import { choicesOf } from '#connecting/choices.ts'
import { disconnect } from '#connecting/disconnect.ts'
import { peopleOf } from '#connecting/people.ts'
import { guardedFetch } from '#outbound/guarded-fetch.ts'
import { catalog } from '#platforms/catalog.ts'
import type { Db } from '#store/schema.ts'
import { seal } from '#store/seal.ts'
import { type Unfurling, unfurling } from '#unfurling/unfurl.ts'
import { baseUrlOf } from './base-url.ts'

interface Parts {
  db: Db
  keys: InstanceKeys
}

export async function disconnecting(
  config: Config,
  parts: Parts,
  account: Parameters<typeof disconnect>[1],
) {
  return speaking(config, parts, async (deps) => disconnect(deps, account))
}

export async function choosing(
  config: Config,
  parts: Parts,
  asked: Parameters<typeof choicesOf>[1],
) {
  return speaking(config, parts, async (deps) => choicesOf(deps, asked))
}

/** What a page says of itself, read as the service reads it. */
export async function previewing(url: string, shrink: Unfurling['shrink']) {
  await using outside = guardedFetch({ allow: [] })
  const refusal = (address: string) => outside.refusal(address)
  return await unfurling({ fetch: outside, refusal, now: () => new Date(), shrink })(url)
}

/** Why the service would never call a webhook there. */
export async function refusing({ webhook_hosts }: Config, url: string) {
  await using hooks = guardedFetch({ allow: webhook_hosts })
  return hooks.refusal(url)
}

export async function finding(config: Config, parts: Parts, asked: Parameters<typeof peopleOf>[1]) {
  return speaking(config, parts, async (deps) => peopleOf(deps, asked))
}

async function speaking<Answer>(
  config: Config,
  { db, keys }: Parts,
  work: (deps: Parameters<typeof disconnect>[0]) => Promise<Answer>,
): Promise<Answer> {
  const { sandbox } = config
  const sealed = seal(keys.ring)
  const apps = await readApps({ db, seal: sealed })
  const at = {
    base_url: baseUrlOf(config),
    sandbox_url: sandbox && (sandbox.url ?? `http://127.0.0.1:${sandbox.port}`),
  }
  const platforms = platformsOf(catalog, config, at, (id) => apps.get(id), keys.clientKey)
  await using outside = guardedFetch({ allow: platforms.configuredOrigins() })
  return await work({
    db,
    platforms,
    fetch: outside,
    card: async () => ({ refused: 'A command reads no pages; ask the service.' }),
    seal: sealed,
    now: () => new Date(),
    sleep: delay,
  })
}
