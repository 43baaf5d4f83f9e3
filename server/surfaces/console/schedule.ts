import type { FastifyInstance } from 'fastify'
import { scheduleOf, setSchedule } from '#operations/schedule.ts'
import { requireEditor } from '#people/members.ts'
import type { ConsoleDoor } from './door.ts'
import { memberOf } from './workspaces.ts'

/** The posting schedule of a workspace: everybody sees it, who writes posts may change it. */
export function scheduleRoutes(app: FastifyInstance, door: ConsoleDoor) {
  const { db, now } = door.people

  app.get('/workspaces/:workspace_id/schedule', async (request) => {
    const { workspace_id } = await memberOf(door, request)
    return scheduleOf({ db, workspace_id })
  })

  app.put('/workspaces/:workspace_id/schedule', async (request) => {
    const member = await memberOf(door, request)
    requireEditor(member)
    const { workspace_id } = member
    return setSchedule({ db, workspace_id }, request.body ?? {}, now())
  })
}
