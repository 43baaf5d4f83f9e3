/** Keys on a leash, made as their owner makes them. */
import { z } from 'zod'
import type { Leash } from '#rules/leash.ts'
import type { TestService } from '../service.ts'
import { callers } from './callers.ts'

const Created = z.object({ id: z.string(), token: z.string() })

export async function leashed(service: TestService, leash: Partial<Leash>, abilities = ['*']) {
  const { rest } = callers(service)
  const { body } = await rest('create_api_key', { name: 'On a leash', abilities, leash })
  const { id, token } = Created.parse(body)
  /** Changes parts of the leash; answers the refusal, if there is one. */
  const adjust = async (part: Partial<Leash>) =>
    (await rest('update_api_key', { id, leash: part })).code
  return { id, token, adjust, ...callers(service, token) }
}
