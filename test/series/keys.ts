/** Keys on a leash in the workspace of a series. */
import { z } from 'zod'
import type { TestService } from '../service.ts'
import { callers } from '../surfaces/callers.ts'
import type { Home } from './kit.ts'

const Created = z.object({ id: z.string(), token: z.string() })

export async function leashedIn(service: TestService, { rest }: Pick<Home, 'rest'>, leash: object) {
  const asked = { name: 'On a leash', abilities: ['*'], leash }
  const { id, token } = Created.parse((await rest('create_api_key', asked)).body)
  const adjust = async (part: object) => {
    await rest('update_api_key', { id, leash: part })
  }
  const revoke = async () => {
    await rest('revoke_api_key', { id })
  }
  return { id, token, adjust, revoke, ...callers(service, token) }
}
