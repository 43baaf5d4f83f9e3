/** The dashboard's side of a client's request for access: what is asked, and the person's answer. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { allowRequest, consentCookie, denyRequest, findRequest } from '#access/oauth/consent.ts'
import { workspacesOf } from '#people/workspaces.ts'
import { checkLeash, leashFields } from '#operations/keys/parts/leash-fields.ts'
import { adjusted, free } from '#rules/leash.ts'
import { invalid, Problem } from '#rules/problem.ts'
import { bodyOf, type AppsDependencies, requireSigned, wordIn } from './dependencies.ts'
import { offered, Ticked, usual } from './toolsets.ts'

const Answer = z.discriminatedUnion('allow', [
  z.strictObject({ allow: z.literal(false) }),
  z.strictObject({
    allow: z.literal(true),
    workspace_id: z.int().positive(),
    leash: leashFields.optional(),
    toolsets: Ticked.optional(),
  }),
])

export function consentRoutes(app: FastifyInstance, { console, oauth, api }: AppsDependencies) {
  const { db, environment } = api

  app.get('/consents/:uid', async (request) => {
    const { person } = await requireSigned(console, request)
    const found = await findRequest(await oauth.provider(), mine(request))
    if (!found) throw gone()
    const workspaces = await workspacesOf(console.people, person.id)
    return {
      ...found,
      scopes: ['mcp:use'],
      toolsets: offered,
      workspaces: workspaces
        .filter(({ erase_at }) => erase_at === null)
        .map(({ id, name, role }) => ({ id, name, role })),
    }
  })

  app.post('/consents/:uid', async (request) => {
    const { person } = await requireSigned(console, request)
    const uid = mine(request)
    const answer = bodyOf(Answer, request)
    const now = environment.now()
    const redirect_to = answer.allow
      ? await allow(person.id, uid, answer, now)
      : await denyRequest(await oauth.provider(), { db }, uid, now)
    if (redirect_to === undefined) throw gone()
    return { redirect_to }
  })

  async function allow(
    person_id: number,
    uid: string,
    answer: Extract<z.output<typeof Answer>, { allow: true }>,
    now: Date,
  ) {
    const { workspace_id, leash = {}, toolsets = usual } = answer
    const places = await workspacesOf(console.people, person_id)
    const place = places.find(({ id }) => id === workspace_id)
    const stays = place?.erase_at === null
    const why = place
      ? 'Choose another: this workspace is being deleted.'
      : 'You are not a member of this workspace.'
    const problem = invalid(
      stays ? await checkLeash(leash, { db, workspace_id, now }) : { workspace_id: [why] },
    )
    if (problem) throw problem
    const { resource } = oauth
    const allowed = { person_id, leash: adjusted(free, leash), toolsets, resource, now }
    return allowRequest(await oauth.provider(), { db, workspace_id }, uid, allowed)
  }
}

/** Only the browser that began a request may answer it: else a link could make somebody allow a stranger in. */
function mine(request: FastifyRequest) {
  const uid = wordIn(request, 'uid')
  const cookies = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  if (cookies.includes(`${consentCookie}=${uid}`)) return uid
  throw gone()
}

function gone() {
  return new Problem(
    'not_found',
    'Start again in the app: this request has expired, was answered, or was begun in another browser.',
  )
}
