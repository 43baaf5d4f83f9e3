import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { asMember, requireEditor } from '#people/members.ts'
import { invalid, Problem } from '#rules/problem.ts'
import type { ConnectDependencies } from '../connect.ts'
import { bodyOf, type ConsoleDependencies, idIn, wordIn } from './dependencies.ts'
import { memberOf } from './workspaces.ts'

const DEADLINE = 60_000

const Wish = z.strictObject({
  platform: z.string().max(100),
  sandbox: z.boolean().default(false),
  hint: z.string().max(300).optional(),
})
const SignIn = z.strictObject({
  platform: z.string().max(100),
  sandbox: z.boolean().default(false),
  values: z.record(z.string(), z.string().max(1_000)),
})
const Chosen = z.strictObject({
  platform_account_ids: z.array(z.string().max(300)).max(1_000),
})

/** Connecting accounts at the dashboard: whoever writes posts connects what they go to. */
export function connectRoutes(
  app: FastifyInstance,
  deps: ConsoleDependencies,
  connect: ConnectDependencies,
) {
  app.get('/workspaces/:workspace_id/connect', async (request) => {
    await memberOf(deps, request)
    const choices = connect
      .choices()
      .map(({ sign_in, hint = null, ...choice }) => ({ ...choice, fields: sign_in ?? null, hint }))
    return { choices, lacking: connect.lacking() }
  })

  app.post('/workspaces/:workspace_id/connect', async (request) => {
    const { workspace_id, person_id } = await editorOf(request)
    const { hint, ...wish } = bodyOf(Wish, request)
    const begun = { ...wish, workspace_id, person_id }
    return { url: await asking(() => connect.begin(begun, hint, deadline())) }
  })

  app.post('/workspaces/:workspace_id/connect/sign-in', async (request) => {
    const { workspace_id, person_id } = await editorOf(request)
    const { values, ...wish } = bodyOf(SignIn, request)
    const begun = { ...wish, workspace_id, person_id }
    await connect.throttleAttempt(request.ip, begun)
    const { person_id: _, ...came } = await asking(() => connect.sign_in(begun, values, deadline()))
    return came
  })

  app.get('/workspaces/:workspace_id/offers/:offer', async (request) => {
    const { workspace_id, person_id } = await editorOf(request)
    return connect.offer(wordIn(request, 'offer'), { workspace_id, person_id })
  })

  app.post('/workspaces/:workspace_id/offers/:offer', async (request) => {
    const { workspace_id, person_id } = await editorOf(request)
    const { platform_account_ids: ids } = bodyOf(Chosen, request)
    const chooser = { workspace_id, person_id }
    return { accounts: await connect.choose(wordIn(request, 'offer'), ids, chooser) }
  })

  app.delete('/workspaces/:workspace_id/accounts/:account_id', async (request, reply) => {
    const member = await editorOf(request)
    const [{ workspace_id }, account_id] = [member, idIn(request, 'account_id')]
    const gone = await asMember(member, () => connect.disconnect({ workspace_id, account_id }))
    if (gone) return reply.code(204).send()
    throw new Problem('not_found', `There is no account ${account_id}.`)
  })

  async function editorOf(request: Parameters<typeof memberOf>[1]) {
    const member = await memberOf(deps, request)
    requireEditor(member)
    return member
  }

  /** What the platform refused is said where the person stands. */
  async function asking<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      return await call()
    } catch (error) {
      const text = connect.explain(error)
      if (text === undefined) throw error
      throw invalid({ platform: [text] }) ?? error
    }
  }
}

function deadline() {
  return AbortSignal.timeout(DEADLINE)
}
