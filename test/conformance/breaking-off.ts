import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fetch, FetchInit } from '#platforms/tools.ts'
import { manifests } from '#platforms/catalog.ts'
import { type Account, Failure, type Publication } from '#platforms/platform.ts'
import { allow } from '#sandbox/service/person.ts'
import { clip, pictures } from '../media-place.ts'
import {
  A_DAY_AND_MORE,
  accountOf,
  authorized,
  type Bench,
  bytesOf,
  openBench,
  openRun,
  publicationOf,
  renewsEarly,
} from '../platform-bench.ts'
import {
  publishing as asPublishing,
  type Run,
  save,
  savedOf,
  stepsOf,
} from '../reference-driver.ts'

/** What stands for the real answer. Others than these: garbling.ts. */
const ANSWERS: Record<string, (real: Buffer) => Buffer> = {
  'half of the JSON': (real) => real.subarray(0, real.length >> 1),
  'JSON of another shape': () => Buffer.from('[null, {"id": {}, "data": 7}]'),
}

async function* once(part: Buffer) {
  yield part
}

/** The platform's own answers, broken off in their middle: a Failure, and none of the tokens that stood in them. */
export function breakingOff(platform: string) {
  for (const [name, begin] of Object.entries(flows))
    test(`${platform} survives a break in any answer of ${name}, and tells no token of it`, async () => {
      for (let at = 0; ; at++) {
        await using bench = await openBench(platform)
        const act = await begin(bench)
        const make = ANSWERS['half of the JSON'] ?? assert.fail()
        const calls = await through(bench, { make, at }, () => act?.() ?? Promise.resolve())
        if (calls <= at) break
        assert.ok(at < 20, 'it comes to an end')
      }
    })

  for (const [what, make] of Object.entries(ANSWERS))
    for (const [content, make_content] of contents(platform))
      test(`${platform} takes ${what} for an answer to every call of publishing ${content} and looking`, async () => {
        await using bench = await openBench(platform)
        for (let at = 0; ; at++) {
          bench.emulator.reset()
          const run = await openRun(bench, { text: `Call ${at}`, ...make_content() })
          const calls = await through(bench, { make, at }, () => stepByStep(run))
          if (calls <= at) break
          assert.ok(at < 60, 'publishing comes to an end')
        }
      })
}

/** Videos, and posts of another kind. */
function* contents(platform: string): Iterable<[string, () => Partial<Publication>]> {
  const { media, kinds = {} } = manifests[platform] ?? assert.fail(platform)
  if (media.image && media.video) yield ['a video', () => ({ media: [clip()] })]
  for (const [kind, { media: taken }] of Object.entries(kinds)) {
    const options = { kind }
    if (taken.image) yield [`a ${kind} of a picture`, () => ({ media: pictures(1), options })]
    if (taken.video) yield [`a ${kind} of a video`, () => ({ media: [clip()], options })]
  }
}

/** All steps and a look for each, up to the first failure. */
async function stepByStep(run: Run) {
  for (const step of stepsOf(run)) {
    const started_at = run.tools.now()
    save(run, step.name, await step.run(savedOf(run)))
    if (step.effect !== 'prepares')
      await asPublishing(step).find(savedOf(run), { started_at, look: 1 })
  }
}

type Flow = (bench: Bench) => Promise<(() => Promise<unknown>) | undefined>

const flows: Record<string, Flow> = {
  async exchange(bench) {
    const { connector, person, tools } = bench
    const { answer, keep } = await authorized(bench, person, allow)
    return () => connector.exchange(answer, keep, tools)
  },
  async refresh(bench) {
    const account = await connected(bench)
    if (renewsEarly.has(bench.connector.manifest.id)) bench.sandbox.clock.advance(A_DAY_AND_MORE)
    return () => bench.connector.refresh(account, bench.tools)
  },
  async metrics({ connector, ...bench }) {
    if (!connector.metrics) return undefined
    const run = await openRun({ connector, ...bench }, publicationOf({ text: 'Measured' }))
    for (const step of stepsOf(run)) save(run, step.name, await step.run(savedOf(run)))
    const { platform_post_id } = Object(run.journal.saved['post'])
    return () => connector.metrics?.([String(platform_post_id)], run.account, run.tools) ?? never()
  },
}

const never = () => Promise.reject(new Error('It has metrics.'))

async function connected(bench: Bench): Promise<Account> {
  const { answer, keep } = await authorized(bench, bench.person, allow)
  const [offered] = await bench.connector.exchange(answer, keep, bench.tools)
  assert.ok(offered)
  return accountOf(offered)
}

/** Runs `act` with another answer to its call number `at`; how many calls there were. */
async function through(
  bench: Bench,
  { make, at }: { make: (real: Buffer) => Buffer; at: number },
  act: () => Promise<unknown>,
): Promise<number> {
  const { tools } = bench
  const { fetch } = tools
  const secrets = new Set([tools.config.client_secret])
  let calls = 0
  tools.fetch = async (url: string, init?: FetchInit) => {
    const number = calls++
    const response = await fetch(url, init)
    const real = await bytesOf(response.body)
    for (const secret of secretsIn(real.toString())) secrets.add(secret)
    return {
      status: response.status,
      headers: response.headers,
      body: once(number === at ? make(real) : real),
    }
  }
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    assert.match(error.code, /^[a-z][a-z0-9_]+$/)
    const shown = `${error.message} ${error.words ?? ''}`
    for (const secret of secrets) assert.ok(!shown.includes(secret), `no secrets: ${shown}`)
  } finally {
    restore(tools, fetch)
  }
  return calls
}

function restore(tools: { fetch: Fetch }, fetch: Fetch) {
  tools.fetch = fetch
}

/** Tokens by their names, wherever they stand in an answer. */
function secretsIn(text: string): string[] {
  const found = text.matchAll(
    /"(?:access|refresh|id)?_?(?:token|jwt|accessJwt|refreshJwt)"\s*:\s*"([^"]{12,})/gi,
  )
  return Array.from(found, ([, secret = '']) => secret)
}
