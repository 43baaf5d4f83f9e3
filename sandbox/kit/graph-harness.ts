/** For the tests of Meta's emulators: what an answer of the Graph API says. */
import assert from 'node:assert/strict'
import { z } from 'zod'
import type { Reply } from './harness.ts'

export const idOf = (reply: Reply) => {
  assert.equal(reply.status, 200, reply.text)
  return z.object({ id: z.string() }).parse(reply.body).id
}

/** `code` or `code/subcode`. */
export function errorOf(reply: Reply): string {
  const { error } = z
    .object({ error: z.object({ code: z.number(), error_subcode: z.number().optional() }) })
    .parse(reply.body)
  return error.error_subcode === undefined
    ? `${error.code}`
    : `${error.code}/${error.error_subcode}`
}
