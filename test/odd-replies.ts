/** Answers as no platform gives them by its documents, in place of each answer of a flow in turn. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure, type Manifest, type Tools } from '#platforms/platform.ts'
import { type Reply, stage } from '#platforms/kit/test/stage.ts'

const ODD: Record<string, Reply> = {
  'JSON cut in the middle': { text: '{"value":{"id":"urn' },
  HTML: { text: '<!doctype html><title>Hello</title>' },
  'an empty body': { text: '' },
  'an empty object': { json: {} },
  'a list': { json: [] },
  'nulls where objects are': {
    json: { value: null, data: null, elements: null, results: null, error: null, user: null },
  },
  'numbers where texts are': {
    json: { value: 1, data: { status: 1, publish_id: 2 }, elements: [1], error: { code: 7 } },
  },
  'a refusal with success in its status': { json: { error: { code: 'internal_error' } } },
  'a redirect elsewhere': { status: 302, headers: { location: 'https://elsewhere.test/' } },
  'a refusal in HTML': { status: 400, text: '<html><h1>Bad Request</h1>' },
  'a refusal with an odd error': { status: 403, json: { error: 7, message: [], code: {} } },
  'an endless body': { text: ' '.repeat((4 << 20) + 1) },
  'a server that failed': { status: 503, text: '' },
}

/** A test of each flow, by its name, on a stage of the platform; `secrets` must not show in any failure. */
export function surviveOddReplies(
  manifest: Manifest,
  secrets: readonly string[],
  flows: Record<string, { replies: readonly Reply[]; act: (tools: Tools) => Promise<unknown> }>,
): void {
  for (const [name, { replies, act }] of Object.entries(flows))
    test(`${name}: whatever is answered, it is a Failure without a token`, async () => {
      const played = async (given: readonly Reply[]) => act(stage(manifest, ...given).tools)
      await survivesOddReplies({ replies, secrets, act: played })
    })
}

/** Runs the flow once for every call and odd answer; what fails must fail as a `Failure`, without `secrets` in it. */
async function survivesOddReplies(flow: {
  replies: readonly Reply[]
  secrets: readonly string[]
  act(replies: readonly Reply[]): Promise<unknown>
}): Promise<void> {
  await flow.act(flow.replies)
  for (const at of flow.replies.keys()) {
    for (const [what, odd] of Object.entries(ODD)) {
      const echo = {
        ...odd,
        ...(odd.status && { text: `${odd.text ?? ''} ${flow.secrets.join()}` }),
      }
      for (const reply of [odd, echo]) {
        const error: unknown = await flow
          .act(flow.replies.with(at, reply))
          .catch((reason: unknown) => reason)
        if (!(error instanceof Error)) continue
        assert.ok(error instanceof Failure, `${what} to call ${at + 1}: ${String(error.stack)}`)
        const shown = `${error.message} ${error.words ?? ''}`
        for (const secret of flow.secrets) assert.ok(!shown.includes(secret), `${what}: ${shown}`)
      }
    }
  }
}
