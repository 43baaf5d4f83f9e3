/** Keys on a leash in the workspace of a series. */
import { z } from 'zod'
import type { TestService } from '../service.ts'
import { overTools } from '../mcp/cases/series.ts'
import { type Call, callers } from '../surfaces/callers.ts'
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
  const { rest: own, mcp: tool } = callers(service, token)
  const mcp: Call = async (name, args = {}) => tool(...overTools(name, args))
  return { id, token, adjust, revoke, rest: own, mcp }
}
