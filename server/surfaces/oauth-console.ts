/** What the rooms of the dashboard about connected apps speak to. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { placesOf } from '#access/oauth/consent.ts'
import { personOf } from '#access/sessions.ts'
import { Problem } from '#rules/problem.ts'
import type { Role } from '#rules/role.ts'
import { consents } from './consents.ts'
import { grants } from './grants.ts'
import type { Door } from './guard.ts'
import type { OAuthDoor } from './oauth.ts'

export interface ConsoleDoor extends Door {
  oauth: OAuthDoor
  people: People
}

interface Person {
  id: number
  name: string
}

interface Place {
  id: number
  name: string
  role: Role
}

export interface People {
  signedIn(request: FastifyRequest): Promise<Person>
  requireOrigin(request: FastifyRequest): void
  workspacesOf(person_id: number): Promise<Place[]>
}

export function oauthConsole(app: FastifyInstance, door: Door & { oauth: OAuthDoor }) {
  const { db, environment } = door
  const people: People = {
    workspacesOf: (person_id) => placesOf(db, person_id),
    async signedIn(request) {
      const { base_url } = environment
      const signed = await personOf(db, request, { base_url, now: environment.now() })
      if (signed) return signed.person
      throw new Problem('unauthenticated', 'Sign in first.')
    },
    requireOrigin({ headers }) {
      if (headers.origin === environment.base_url) return
      throw new Problem('forbidden', 'Do this in the dashboard: the request came from elsewhere.')
    },
  }
  consents(app, { ...door, people })
  grants(app, { ...door, people })
}
