/** The diagram of docs/architecture.md against the engine: every transition that is drawn happens, and no other one does. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { retryPost } from '#operations/posts/retry-post.ts'
import { Failure, type Step } from '#platforms/platform.ts'
import { type Entry, Progress } from '#rules/progress.ts'
import { numbersIn } from '#store/attempts.ts'
import { openEngine } from '../engine.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/architecture.md'), 'utf8')
const [, diagram = ''] = /stateDiagram-v2\n([^`]*)/.exec(page) ?? []
const drawn = new Set(
  [...diagram.matchAll(/^ +(\w+) --> (\w+)/gm)].map(([, from, to]) => `${from} → ${to}`),
)
const seen = new Map<string, string>()

/** The states of the diagram, by what is kept of a step. */
function stateOf({ result, warning, cleared, sends }: Entry) {
  if (warning !== undefined) return 'warned'
  if (result !== undefined) return sends && !numbersIn(result).length ? 'number_owed' : 'done'
  if (cleared) return 'cleared'
  if (!sends?.length) return 'ready'
  return sends.at(-1)?.ended_at === null ? 'sent' : 'in_doubt'
}

/** An engine whose every write of steps is kept, by the database itself. */
async function watched(platform: string) {
  const engine = await openEngine()
  await sql`create table written (number serial, before jsonb, after jsonb)`.execute(engine.db)
  await sql`create function write_down() returns trigger language plpgsql as
    'begin insert into written (before, after) values (old.steps, new.steps); return new; end'`.execute(
    engine.db,
  )
  await sql`create trigger write_down after update of steps on deliveries
    for each row when (old.steps is distinct from new.steps) execute function write_down()`.execute(
    engine.db,
  )
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, platform)
  return Object.assign(engine, { workspace, account })
}

type Watched = Awaited<ReturnType<typeof watched>>

async function keep({ db }: Watched, history: string) {
  const rows = await sql<{
    before: unknown
    after: unknown
  }>`select before, after from written order by number`.execute(db)
  for (const row of rows.rows) {
    const [before, behind] = [Progress.parse(row.before), Progress.parse(row.after)]
    for (const [name, entry] of Object.entries(behind)) {
      // What we ourselves do before the steps is no call of a connector.
      if (['refresh', 'publication', 'follow_up'].includes(name)) continue
      const [from, to] = [stateOf(before[name] ?? {}), stateOf(entry)]
      if (from !== to && !seen.has(`${from} → ${to}`)) seen.set(`${from} → ${to}`, history)
    }
  }
}

/** A connector whose first call is lost, and whose key has then ended without having been used. */
function withEndedKey({ deps }: Watched) {
  const { platforms } = deps
  let calls = 0
  const steps: readonly Step[] = [
    { name: 'container', effect: 'prepares', run: async () => ({ id: `container ${++calls}` }) },
    {
      name: 'post',
      effect: 'publishes_once',
      run: async () => {
        if (calls === 1) throw new Failure('unknown', 'no_answer', 'Nothing was heard.')
        return { platform_post_id: '1', platform_url: null }
      },
      ours: () => ({
        role: 'post',
        parent: null,
        text: 'One of the many posts that go through all of this',
        media: [],
        has_media: false,
        app: null,
        twins: false,
      }),
      look: async () => ({
        known: { is: 'dead', code: 'unused', words: 'It has ended.' },
        seen: [],
        reach: 'end_told',
      }),
      result: () => ({ platform_post_id: '1', platform_url: null }),
      key_of: ['container'],
    },
  ]
  deps.platforms = (id, sandbox) => {
    const binding = platforms(id, sandbox)
    return binding && { ...binding, connector: { ...binding.connector, publish: () => steps } }
  }
}

interface History {
  name: string
  platform: string
  faults?: readonly string[]
  first_comment?: string
  before?: (engine: Watched) => void
  text?: string
  /** The faults are armed before calls like this, one before each; before any, unless said. */
  from?: (at: { engine: Watched; url: string }) => boolean
  wait?: number
  /** After all has come to rest. */
  afterwards?: (engine: Watched, id: number) => Promise<unknown>
}

/** As many answers as calls are made, where the platform refuses twins. */
const SWALLOWED = Array.from({ length: 5 }, () => 'refuse_500')

const postIsOut = ({ engine }: { engine: Watched }) => engine.texts('x').length === 1

const histories: readonly History[] = [
  { name: 'all is well', platform: 'x', first_comment: 'And a comment below it, with words' },
  { name: 'refused for now', platform: 'x', faults: ['rate_limited'] },
  { name: 'the answer was lost, it is there', platform: 'x', faults: ['landed_cut'] },
  { name: 'the call was lost, it is not there', platform: 'x', faults: ['cut_before'] },
  {
    name: 'lost to the end, and a person says that it is not there',
    platform: 'x',
    faults: SWALLOWED,
    afterwards: (engine, id) =>
      engine.ask(engine.workspace, retryPost, { id, confirm_not_published: [engine.account] }),
  },
  { name: 'its container has ended, and is made anew', platform: 'x', before: withEndedKey },
  {
    name: 'which post it became is not told',
    platform: 'threads',
    faults: ['landed_cut', 'hidden_read'],
    text: 'Hi',
  },
  {
    name: 'the comment is refused',
    platform: 'x',
    first_comment: 'And a comment below it, with words',
    faults: ['suspended'],
    from: postIsOut,
  },
  {
    name: 'the comment is lost for good',
    platform: 'x',
    first_comment: 'And a comment below it, with words',
    faults: SWALLOWED,
    from: postIsOut,
  },
  { name: 'its day is over', platform: 'x', faults: ['cut_before'], wait: 25 * 3600_000 },
]

for (const history of histories) {
  const { platform, faults = [], from = () => true, first_comment, wait } = history
  test(`what a step goes through when ${history.name}`, async () => {
    await using engine = await watched(platform)
    history.before?.(engine)
    const ahead = [...faults]
    engine.wire.around = async (call, url) => {
      const fault = from({ engine, url }) ? ahead.shift() : undefined
      if (fault) engine.fault(platform, fault, { on: 'post' })
      return call()
    }
    const id = await engine.post(engine.workspace, {
      text: history.text ?? 'One of the many posts that go through all of this',
      accounts: [engine.account],
      ...(first_comment && { first_comment }),
    })
    if (wait) {
      for (const work of await engine.claim()) await engine.carry(work)
      engine.advance(wait)
    }
    await engine.run()
    if (history.afterwards) {
      await history.afterwards(engine, id)
      await engine.run()
    }
    await keep(engine, history.name)
  })
}

test('the diagram of a step’s states shows every transition, and none that does not happen', () => {
  assert.deepEqual([...drawn].toSorted(), [...seen.keys()].toSorted())
})
