/** What a tool call came to, as a client has it: an answer is structured, a refusal comes as text only. */
import assert from 'node:assert/strict'
import { z } from 'zod'
/** JSON as it came over the wire. */
type Body = Record<string, unknown>

const Bag = z.record(z.string(), z.unknown())
const Result = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).min(1),
  structuredContent: Bag.optional(),
  isError: z.boolean().optional(),
})

export function answerOf(called: unknown): { body: Body; isError: boolean } {
  const { content, structuredContent, isError = false } = Result.parse(called)
  const said = Bag.parse(JSON.parse(content[0]?.text ?? ''))
  if (!isError) {
    assert.deepEqual(structuredContent, said, 'the text is the same answer')
    return { body: said, isError }
  }
  // Clients hold what is structured against the tool's schema, refusals too.
  assert.equal(structuredContent, undefined)
  assert.equal(content.length, 1)
  return { body: said, isError }
}
