/** The dashboard's side of a client's request for access: what is asked, and the person's answer. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  allowRequest,
  consentCookie,
  denyRequest,
  findRequest,
} from '#access/oauth/consent.ts'
import { checkLeash, leashFields } from '#operations/leash-fields.ts'
import { parsed } from '#rules/input.ts'
import { adjusted, free } from '#rules/leash.ts'
import { invalid, Problem } from '#rules/problem.ts'
import type { ConsoleDoor } from './oauth-console.ts'

const Params = z.object({ uid: z.string() })

const Answer = z.discriminatedUnion('allow', [
  z.strictObject({ allow: z.literal(false) }),
  z.strictObject({
    allow: z.literal(true),
    workspace_id: z.int().positive(),
    leash: leashFields.optional(),
  }),
])

/** What a person reads before they decide; less, where their own role does not go so far. */
const can = [
  'See the connected accounts, posts, media and analytics of the workspace',
  'Write, schedule, publish and delete posts on these accounts',
  'Add, change and delete media',
]

export function consents(app: FastifyInstance, door: ConsoleDoor) {
  const { oauth, people, db } = door

  app.get('/console/consents/:uid', async (request) => {
    const person = await people.signedIn(request)
    const found = await findRequest(oauth.provider(), mine(request))
    if (!found) throw gone()
    const workspaces = await people.workspacesOf(person.id)
    return {
      ...found,
      scopes: ['mcp:use'],
      can,
      workspaces: workspaces.map(({ id, name, role }) => ({ id, name, role })),
    }
  })

  app.post('/console/consents/:uid', async (request) => {
    people.requireOrigin(request)
    const person = await people.signedIn(request)
    const uid = mine(request)
    const answer = parsed(Answer, request.body)
    const now = door.environment.now()
    const redirect_to = answer.allow
      ? await allow(person.id, uid, answer, now)
      : await denyRequest(oauth.provider(), door, uid, now)
    if (redirect_to === undefined) throw gone()
    return { redirect_to }
  })

  async function allow(
    person_id: number,
    uid: string,
    answer: Extract<z.output<typeof Answer>, { allow: true }>,
    now: Date,
  ) {
    const { workspace_id, leash = {} } = answer
    const places = await people.workspacesOf(person_id)
    const known = places.some(({ id }) => id === workspace_id)
    const problem = invalid(
      known
        ? await checkLeash(leash, { db, workspace_id, now })
        : { workspace_id: ['You are not a member of this workspace.'] },
    )
    if (problem) throw problem
    const allowed = { person_id, leash: adjusted(free, leash), resource: oauth.resource, now }
    return allowRequest(oauth.provider(), { db, workspace_id }, uid, allowed)
  }
}

/** Only the browser that began a request may answer it: else a link could make somebody allow a stranger in. */
function mine({ params, headers }: FastifyRequest) {
  const { uid } = Params.parse(params)
  const cookies = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  if (cookies.includes(`${consentCookie}=${uid}`)) return uid
  throw gone()
}

function gone() {
  return new Problem(
    'not_found',
    'Start again in the app: this request has expired, was answered, or was begun in another browser.',
  )
}
