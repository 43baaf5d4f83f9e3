import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { z } from 'zod'
import { operations } from '#operations/index.ts'
import { anything, inputs, text } from './model/garbage.ts'
import * as model from './model/posts.ts'
import { callers, refusal, surfaces } from './surfaces/callers.ts'
import { begin, type Ending, end, postpone } from './surfaces/hand.ts'
import { newPost } from './surfaces/kit.ts'
import { lookAt, postIn, states } from './surfaces/states.ts'
import { openService } from './service.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const accounts = Object.values(service.accounts)
const all = callers(service)

/** What a refused call must not have touched. */
async function written() {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from posts) as posts, (select count(*) from deliveries) as deliveries,
      (select count(*) from keys) as keys, (select count(*) from replies) as replies,
      (select coalesce(sum(used), 0) from usage) + (select coalesce(sum(used), 0) from usage_parts) as charges, (select max(updated_at)::text from posts) as latest`.execute(
    service.db,
  )
  return rows[0]
}

const posts: number[] = []
for (const state of states) posts.push(await postIn(state, service))

/** They would take our own key or accounts away. */
const takesOurs = new Set(['revoke_api_key', 'disconnect_account'])

/** A call of any operation, with an input made of its own fields. */
function calls(surface: (typeof surfaces)[number]) {
  const each = operations.flatMap((operation) => {
    const face = operation[surface]
    if ('absent' in face || takesOurs.has(operation.name)) return []
    const schema = face.accepts ?? operation.input
    const { properties = {}, required = [] } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
    })
    const input = inputs({ accounts, posts }, Object.keys(properties), required)
    return [fc.tuple(fc.constant(operation), input)]
  })
  return fc.oneof(...each)
}

for (const surface of surfaces) {
  test(`whatever is sent over ${surface} is done or refused in the documented shape, never half`, async () => {
    await fc.assert(
      fc.asyncProperty(calls(surface), async ([operation, given]) => {
        // An empty place in a path is another address.
        const args =
          surface === 'rest' && 'id' in given ? { ...given, id: given['id'] || 1 } : given
        const before = await written()
        // Every answer is held against its declared output, or against the documented shape of errors.
        const { code } = await all[surface](operation.name, args)
        const after = await written()
        const untouched =
          code !== undefined || operation.effect === 'reads' || isTrue(args['dry_run'])
        if (untouched) assert.deepEqual(after, before)
      }),
      { numRuns: 200 },
    )
  })
}

function isTrue(value: unknown) {
  return value === true || value === 'true'
}

test('whatever stands in a path, a query or a body, no answer is an error of ours', async () => {
  // All but those that would take our own key or accounts away.
  const routes = operations.flatMap(({ rest, name }) =>
    'absent' in rest || takesOurs.has(name) ? [] : [rest],
  )
  const word = text.map((each) => encodeURIComponent(each.toWellFormed()))
  const query = fc.dictionary(fc.constantFrom('status', 'from', 'page', 'wait', 'id', 'x'), word)
  const body = fc.oneof(
    anything.map((each) => JSON.stringify(each)),
    text,
    fc.constant(undefined),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...routes),
      word,
      query,
      body,
      async (route, id, asked, sent) => {
        const path = route.path.replace(':id', id || '1')
        const search = Object.entries(asked)
          .map(([name, value]) => `${name}=${value}`)
          .join('&')
        const carries = route.method !== 'GET' && sent !== undefined
        const { status, body: said } = await service.rest(
          route.method,
          `${path}?${search}`,
          carries ? sent : undefined,
        )
        if (status >= 400) refusal(status, said)
        assert.ok(status < 500)
      },
    ),
    { numRuns: 300 },
  )
})

/** One step of a story: a caller's move over one of the surfaces, or something that workers and platforms do. */
type Step = { post: number } & (
  | {
      kind: 'move'
      surface: (typeof surfaces)[number]
      move: keyof typeof model.rules
      dry_run: boolean
    }
  | { kind: 'change'; surface: (typeof surfaces)[number]; when: model.When | undefined }
  | { kind: 'begin' }
  | { kind: 'end'; how: (Ending | undefined)[] }
)

const post = fc.nat({ max: 2 })
const surface = fc.constantFrom(...surfaces)
const ending = fc.constantFrom<Ending | undefined>('published', 'failed', 'unknown', undefined)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      post,
      surface,
      move: fc.constantFrom(...(Object.keys(model.rules) as (keyof typeof model.rules)[])),
      dry_run: fc.nat({ max: 4 }).map((each) => each === 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      post,
      surface,
      when: fc.constantFrom(undefined, ...model.whens),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('begin' as const), post }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('end' as const),
      post,
      how: fc.tuple(ending, ending),
    }),
  },
)

const far = '2998-01-01T00:00:00Z'
const wordFor = (when: model.When) => (when === 'future' ? far : when)

/** Stories begin in the middle of things: sent already, with one answer or another. */
const opening = fc.record({
  when: fc.constantFrom<model.When>('draft', 'future', 'now', 'now', 'now'),
  how: fc.tuple(ending, ending),
})

test('any story of moves, workers and platforms goes as the state table says, over both surfaces', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(opening, { minLength: 3, maxLength: 3 }),
      fc.array(step, { minLength: 6, maxLength: 16, size: 'max' }),
      async (openings, story) => {
        const known = []
        for (const { when, how } of openings) {
          const id = await newPost(service, { when: wordFor(when) })
          const at = { id, is: model.created(when) }
          await play({ kind: 'begin', post: 0 }, at)
          await play({ kind: 'end', post: 0, how }, at)
          known.push(at)
        }
        for (const each of story) {
          const at = known[each.post]
          assert.ok(at)
          await play(each, at)
          await compare(at.id, at.is)
        }
        for (const { id, is } of known) await compare(id, is)
      },
    ),
    { numRuns: 35 },
  )
})

async function play(step: Step, { id, is }: { id: number; is: model.Post }) {
  switch (step.kind) {
    case 'begin':
      await begin(service, id)
      return model.begin(is)
    case 'end':
      await finish(id, step.how)
      return model.end(is, step.how)
    case 'change': {
      const { when } = step
      const args = {
        id,
        content: `Changed ${Math.trunc(performance.now())}`,
        ...(when && { when: wordFor(when) }),
      }
      const { code } = await all[step.surface]('update_post', args)
      return assert.equal(code, model.change(when)(is))
    }
    case 'move': {
      const before = structuredClone(is)
      // A move sent twice within seconds over MCP is taken for one; here every move is meant.
      const options = step.dry_run ? {} : { idempotency_key: crypto.randomUUID() }
      const args = { id, ...(step.dry_run && { dry_run: true }) }
      const { code, body } = await all[step.surface](step.move, args, options)
      assert.equal(code, model.rules[step.move](is))
      if (code === undefined && 'outcome' in body) assert.equal(body['outcome'], model.outcome(is))
      if (step.dry_run) Object.assign(is, before)
    }
  }
}

async function finish(id: number, how: readonly (Ending | undefined)[]) {
  const pairs = accounts.map((account, index) => [account, how[index]] as const)
  await postpone(
    service,
    id,
    pairs.filter(([, ending]) => !ending).map(([account]) => account),
  )
  const settled = pairs.flatMap(([account, ending]) => (ending ? [[account, ending] as const] : []))
  await end(service, id, Object.fromEntries(settled))
}

async function compare(id: number, is: model.Post) {
  const seen = await lookAt(service, id)
  const { status, outcome, deleted_at, per_account } = seen
  const channels = per_account.map((each) => (each.status === 'blocked' ? 'unknown' : each.status))
  assert.deepEqual(
    { status, outcome, deleted: deleted_at !== null, channels },
    { status: is.status, outcome: model.outcome(is), deleted: is.deleted, channels: is.channels },
  )
}
