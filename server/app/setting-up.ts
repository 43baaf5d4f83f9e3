/** Setting up platforms at the dashboard, as the surfaces see it. */
import { randomBytes } from 'node:crypto'
import type { Connecting } from '#connecting/connect.ts'
import { tryApp } from '#connecting/try-app.ts'
import { isAdministrator } from '#people/administrators.ts'
import { manifests } from '#platforms/catalog.ts'
import { hashSecret, previewOf } from '#rules/key.ts'
import { Problem, wrong } from '#rules/problem.ts'
import { credentialOfPerson } from '#rules/role.ts'
import { actingAs } from '#store/actor.ts'
import { insertKey, revokeKey } from '#store/keys.ts'
import { firstWorkspace } from '#store/workspaces.ts'
import type { PlatformToSetUp, SetUp } from '#surfaces/console/set-up.ts'
import type { Config } from '#config/config.ts'
import type { platformsOf } from './bindings.ts'
import type { Apps } from './platform-apps.ts'

const DEADLINE = 20_000

export function settingUp(
  deps: Connecting,
  {
    platforms,
    apps,
    config,
    at,
    warnings,
  }: {
    platforms: ReturnType<typeof platformsOf>
    apps: Apps
    config: Pick<Config, 'platforms'>
    at: { readonly base_url: string }
    warnings: () => readonly string[]
  },
): SetUp {
  const { db, now } = deps

  function standing(id: string): PlatformToSetUp | undefined {
    const manifest = manifests[id]
    if (!manifest || manifest.client === 'optional') return undefined
    const set = config.platforms[id]
    const app = set?.client_id ? set : apps.of(id)
    const prefix = id.toUpperCase()
    return {
      platform: id,
      name: manifest.name,
      callback: platforms.callback(id),
      source: set?.client_id ? 'environment' : app ? 'stored' : null,
      client_id: app?.client_id ?? null,
      has_secret: Boolean(app?.client_secret),
      needs_secret: !manifest.public_client,
      variables: [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`],
    }
  }

  /** The secret that is there belongs to the id that is there. */
  function whole(id: string, given: { client_id: string; client_secret: string }) {
    const known = apps.of(id)
    const { client_id } = given
    const kept = known?.client_id === client_id ? known.client_secret : ''
    const client_secret = given.client_secret || kept
    if (!client_secret && standing(id)?.needs_secret)
      throw wrong('client_secret', 'Paste the secret of the app, too.')
    return { client_id, client_secret }
  }

  function requireFree(id: string) {
    const { source, variables = [] } = standing(id) ?? {}
    if (source !== 'environment') return
    throw wrong(
      'client_id',
      `Change ${variables[0]} where Crier is started: it is set there, and wins.`,
    )
  }

  return {
    administers: (person_id) => isAdministrator(db, person_id),
    platforms: () => Object.keys(manifests).flatMap((id) => standing(id) ?? []),
    warnings,

    async put(id, given, person_id) {
      requireFree(id)
      const app = whole(id, given)
      await actingAs(credentialOfPerson(person_id), () => apps.put(id, app))
    },

    async forget(id, person_id) {
      requireFree(id)
      const there = await actingAs(credentialOfPerson(person_id), () => apps.forget(id))
      if (!there) throw new Problem('not_found', 'This platform is not set up.')
    },

    async test(id, { client_id, client_secret = '' }) {
      const real = platforms.with(
        id,
        client_id === undefined ? undefined : whole(id, { client_id, client_secret }),
      )
      if (!real) throw wrong('client_id', 'Paste the id of the app first.')
      return tryApp(real, deps, AbortSignal.timeout(DEADLINE))
    },

    async examine() {
      // Few ask.
      const { examine } = await import('#checkup/examine.ts')
      const { base_url } = at
      return { base_url, steps: await examine(base_url, { lend }) }
    },
  }

  /** A key for the time of the examination. */
  async function lend() {
    const first = await firstWorkspace(db)
    if (!first) throw new Error('There is no workspace to lend a key of.')
    const scope = { db, workspace_id: first.id }
    const secret = randomBytes(32).toString('base64url')
    const key = {
      name: 'crier doctor',
      abilities: ['posts:read'],
      secret_hash: hashSecret(secret),
      preview: previewOf(secret),
    }
    const { id } = await insertKey(scope, key, now())
    return {
      key: `${id}|${secret}`,
      async [Symbol.asyncDispose]() {
        await revokeKey(scope, Number(id), now())
      },
    }
  }
}
