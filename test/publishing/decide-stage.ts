/** A step whose answer was lost, which shows whatever a test wants, on a real database: for tests of what follows the judge's word. */
import assert from 'node:assert/strict'
import type { Looked, Ours, Sight } from '#platforms/evidence.ts'
import { Failure, type PublishingStep } from '#platforms/platform.ts'
import { beginSend, decide, endSend, type Resolution } from '#publishing/decide.ts'
import type { StepContext } from '#publishing/step-context.ts'
import type { Finding } from '#rules/observer.ts'
import type { Entry } from '#rules/progress.ts'
import type { Work } from '#store/attempts.ts'
import type { Db } from '#store/schema.ts'

export const MINUTE = 60_000
export const BEGAN = Date.parse('2026-11-20T09:00:00Z')
const account = { platform: 'x', sandbox: true, platform_account_id: 'them' }
const mine: Ours = {
  role: 'post',
  parent: null,
  text: 'A post like no other one',
  media: [],
  has_media: false,
  app: 'Crier',
  twins: false,
}

/** Every test has a delivery of its own, and an account. */
let number = 0

interface Wanted {
  shows?: Partial<Looked> | Failure
  ours?: Partial<Ours>
  work?: Partial<Work>
  /** Minutes since the call began. */
  now?: number
  denied?: string[]
  through?: (db: Db) => Db
}

function stageOf(
  db: Db,
  { shows = {}, ours = {}, work: more = {}, now = 10, through = (own) => own }: Wanted,
) {
  number++
  const said: object[] = []
  const findings: Finding[] = []
  const places: object[] = []
  const looks: number[] = []
  let time = BEGAN + now * MINUTE
  const sends = { ...mine, ...ours }
  const step = {
    name: 'post',
    ours: () => sends,
    async look(_: unknown, { look }: { look: number }): Promise<Looked> {
      looks.push(look)
      if (shows instanceof Failure) throw shows
      return { known: null, seen: [], reach: 'end_told', ...shows }
    },
    result: ({ ids, url }: { ids: string[]; url: string | null }) => ({ ids, url }),
  } as unknown as PublishingStep
  const work = {
    workspace_id: 1,
    id: number,
    post_id: 1_000 + number,
    platform: 'x',
    sandbox: true,
    in_doubt: 'look_then_send',
    deleted_at: null,
    wanted_at: new Date(BEGAN).toISOString(),
    ...more,
  } as unknown as Work
  const at = {
    deps: {
      db: through(db),
      now: () => new Date(time),
      pace: 1,
      log: { info: (about: object, text: string) => said.push({ ...about, text }) },
      observer: {
        looked({ finding, ...place }: { finding: Finding }) {
          findings.push(finding)
          places.push(place)
        },
      },
    },
    binding: { connector: { manifest: { look_after: [MINUTE, MINUTE], settle: 5 * MINUTE } } },
    token: { platform_account_id: `them ${number}` },
    progress: {},
    heard: { clock: () => null },
  } as unknown as StepContext
  const entry: Entry = {}
  return {
    step,
    work,
    at,
    entry,
    said,
    findings,
    places,
    looks,
    ours: sends,
    account: {
      ...account,
      platform_account_id: `them ${number}`,
    },
    forward: (minutes: number) => void (time += minutes * MINUTE),
  }
}

/** Of a test file, on its database. */
export function stagesOn(db: () => Db) {
  return {
    stageOf: (wanted: Wanted) => stageOf(db(), wanted),

    /** One call, lost a second after it began. */
    lost: (wanted: Wanted & { lost?: 'silence' | 'server_error' | 'page' } = {}) => {
      const stage = stageOf(db(), wanted)
      begin(stage, 0)
      endSend(stage.entry, new Date(BEGAN + 1_000), wanted.lost ?? 'silence')
      if (wanted.denied) stage.entry.denied = wanted.denied
      return { ...stage, decide: () => decide(stage.step, stage.entry, stage.work, stage.at) }
    },
  }
}

export function begin(
  { entry, ours }: ReturnType<typeof stageOf>,
  minutes: number,
  same_key = false,
) {
  beginSend(entry, ours, { at: new Date(BEGAN + minutes * MINUTE), clock: null, same_key })
}

export function sight(more: Partial<Sight> = {}): Sight {
  return {
    ids: ['1'],
    at: BEGAN,
    url: 'https://x.example/1',
    author: 'us',
    app: 'Crier',
    role: 'post',
    parent: null,
    shown: { text: mine.text },
    media: 'none',
    key: false,
    contradicts: null,
    ...more,
  } as Sight
}

/** Alike and by another app: nobody can tell. */
export const doubtful = (more: Partial<Sight> = {}) =>
  sight({
    app: undefined,
    author: undefined,
    shown: { text: `${mine.text.slice(0, 20)}…` },
    ...more,
  })

export const decisionOf = (resolution: Resolution) =>
  resolution.is === 'decision' ? resolution.decision : assert.fail(resolution.is)

export const time = (minutes: number) => new Date(BEGAN + minutes * MINUTE).toISOString()
