/** A key of the instance beside, for as long as a command needs one. */
import { z } from 'zod'
import type { Config } from '#config/config.ts'
import { createApiKey } from '#operations/keys/create-api-key.ts'
import { revokeApiKey } from '#operations/keys/revoke-api-key.ts'
import { openInstance } from './instance.ts'

const Created = z.object({ id: z.string(), token: z.string() })

/** Disposing of it ends the key. */
export async function lendKey(config: Config, raw: { name: string; abilities?: string[] }) {
  await using stack = new AsyncDisposableStack()
  const instance = stack.use(await openInstance(config))
  const { id, token } = Created.parse(await instance.ask(createApiKey, raw))
  stack.defer(async () => {
    await instance.ask(revokeApiKey, { id })
  })
  const owned = stack.move()
  return { token, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
