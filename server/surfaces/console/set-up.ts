/** What is set of the whole instance at the dashboard: the apps that it has with platforms, and how it stands. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Problem } from '#rules/problem.ts'
import { bodyOf, type ConsoleDependencies, requireSigned, wordIn } from './dependencies.ts'

/** A platform as the person sees it who sets it up. Of a secret it is told whether there is one. */
export interface PlatformToSetUp {
  platform: string
  name: string
  callback: string
  /** Null: it is not set up. */
  source: 'environment' | 'stored' | null
  client_id: string | null
  has_secret: boolean
  needs_secret: boolean
  /** What would win over what is stored. */
  variables: readonly string[]
}

/** Wired in app/setting-up.ts. */
export interface SetUp {
  administers(person_id: number): Promise<boolean>
  platforms(): readonly PlatformToSetUp[]
  /** The secret stays when none is given, as long as the id does. */
  put(platform: string, app: App, person_id: number): Promise<void>
  forget(platform: string, person_id: number): Promise<void>
  /** What the platform says of this app, or of the one that is set. */
  test(
    platform: string,
    app: { client_id?: string | undefined; client_secret?: string | undefined },
  ): Promise<{ verdict: string; words: string | null }>
  /** As `crier doctor` does. */
  examine(): Promise<{ base_url: string; steps: readonly object[] }>
  warnings(): readonly string[]
}

const App = z.strictObject({
  client_id: z
    .string()
    .trim()
    .min(1, 'Paste the id of the app.')
    .max(500)
    .regex(/^\S*$/, 'An id has no spaces or line breaks.'),
  client_secret: z
    .string()
    .trim()
    .max(1_000)
    .regex(/^\S*$/, 'A secret has no spaces or line breaks.')
    .default(''),
})
export type App = z.output<typeof App>
const Tried = z.strictObject({
  client_id: App.shape.client_id.optional(),
  client_secret: App.shape.client_secret.optional(),
})

export function setUpRoutes(app: FastifyInstance, deps: ConsoleDependencies, set_up: SetUp) {
  app.get('/instance', async (request) => {
    const { person } = await requireSigned(deps, request)
    return { administers: await set_up.administers(person.id) }
  })

  app.get('/instance/platforms', async (request) => {
    await administrator(request)
    return { platforms: set_up.platforms(), warnings: set_up.warnings() }
  })

  app.put('/instance/platforms/:platform', async (request, reply) => {
    const person_id = await administrator(request)
    await set_up.put(platformIn(request), bodyOf(App, request), person_id)
    return reply.code(204).send()
  })

  app.delete('/instance/platforms/:platform', async (request, reply) => {
    const person_id = await administrator(request)
    await set_up.forget(platformIn(request), person_id)
    return reply.code(204).send()
  })

  app.post('/instance/platforms/:platform/test', async (request) => {
    await administrator(request)
    return set_up.test(platformIn(request), bodyOf(Tried, request))
  })

  app.post('/instance/examine', async (request) => {
    await administrator(request)
    return set_up.examine()
  })

  async function administrator(request: FastifyRequest): Promise<number> {
    const { person } = await requireSigned(deps, request)
    if (await set_up.administers(person.id)) return person.id
    const text =
      'Ask whoever runs this instance: this is for owners of the workspace that it began with.'
    throw new Problem('forbidden', text)
  }

  function platformIn(request: FastifyRequest) {
    const platform = wordIn(request, 'platform')
    if (set_up.platforms().some((each) => each.platform === platform)) return platform
    throw new Problem('not_found', 'There is no such platform to set up.')
  }
}
