/** Where a person is signed in, and ending it. In force from the next request on, in every process. */
import { Problem } from '#rules/problem.ts'
import { endSession, endSessions, listSessions, type Session } from '#store/sessions.ts'
import type { People } from './people.ts'

interface Here {
  person: { id: number }
  session_id: number
}

export async function sessionsOf(
  { db }: People,
  { person, session_id }: Here,
): Promise<(Session & { current: boolean })[]> {
  const sessions = await listSessions(db, person.id)
  return sessions.map((session) => ({ ...session, current: session.id === session_id }))
}

export async function endThisSession({ db }: People, { person, session_id }: Here) {
  await endSession(db, person.id, session_id)
}

export async function endOneSession({ db }: People, { person }: Here, id: number) {
  if (await endSession(db, person.id, id)) return
  throw new Problem('not_found', 'This session is over already.')
}

export async function endEverySession({ db }: People, person_id: number) {
  await endSessions(db, person_id)
}
