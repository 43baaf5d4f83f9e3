import type { FastifyInstance } from 'fastify'
import { scheduleOf, setSchedule } from '#operations/queue/parts/schedule.ts'
import { pausedIn } from '#operations/publishing/parts/pause.ts'
import { asMember, requireEditor } from '#people/members.ts'
import type { ConsoleDependencies } from './dependencies.ts'
import { memberOf } from './workspaces.ts'

/** The posting schedule of a workspace: everybody sees it, who writes posts may change it. */
export function scheduleRoutes(app: FastifyInstance, deps: ConsoleDependencies) {
  const { people } = deps
  const { db } = people

  app.get('/workspaces/:workspace_id/schedule', async (request) => {
    const { workspace_id } = await memberOf(deps, request)
    return scheduleOf({ db, workspace_id })
  })

  // Pausing and resuming are operations; what is paused is answered by both, and looked at here.
  app.get('/workspaces/:workspace_id/publishing', async (request) => {
    const { workspace_id } = await memberOf(deps, request)
    return pausedIn({ db, workspace_id, now: people.now() })
  })

  app.put('/workspaces/:workspace_id/schedule', async (request) => {
    const member = await memberOf(deps, request)
    requireEditor(member)
    const { workspace_id } = member
    return asMember(member, () =>
      setSchedule({ db, workspace_id }, request.body ?? {}, people.now()),
    )
  })
}
