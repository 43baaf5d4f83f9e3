/** Steps of ours on an account of a strange platform, and the evidence that the engine has of one of them. */
import type {
  Evidence,
  Look,
  Rival,
  Seen,
  Send,
  Verdict,
} from '../../server/publishing/evidence.ts'
import { claimsOf } from '../../server/publishing/facts.ts'
import { type Grade, gradeWords, isBeginning } from '../../server/publishing/words.ts'
import type { Page, Shown, StrangePlatform } from './strange-platform.ts'
import type { Chance, Rendered } from './strange-texts.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

/** A step, as it is planned. */
export interface Plan {
  name: string
  text: string
  media: string[]
  role: 'post' | 'comment'
  parent: string | null
  topic: string | null
  app: string
  /** The app of a second call: the account was connected again. */
  later_app: string
  starts_at: number
  /** How well our clock is known. */
  error: number
  policy: Evidence['policy']
  deleted_at: number | null
  /** It does not wait for a twin in doubt: another worker took it a moment before. */
  races: boolean
}

/** A look, as it was read. */
export interface Glance {
  at: number
  known: Look['known']
  page: Page
  canary: boolean | null
}

export type Proof = 'ok' | Extract<Verdict, { is: 'found' }>['proof']

export type End =
  | { is: 'published'; ids: string[]; proof: Proof }
  | { is: 'landed' | 'failed' | 'absent' | 'asked' }

/** A step under way. `sends`, `keys` (of the calls) and `wires` (their names on the wire) belong together by their places. */
export interface Step {
  plan: Plan
  sends: Send[]
  keys: string[]
  wires: string[]
  looks: Glance[]
  calls: number
  looked: number
  flying: boolean
  /** A call was refused as the twin of a post. */
  twin: { original: string | null } | undefined
  asked: boolean
  watched: number
  numbering: number
  end: End | undefined
}

/** The account: whose number is whose, and since when. */
export interface Stage {
  platform: StrangePlatform
  steps: Step[]
  receipts: Map<string, { by: string; since: number }>
  chance: Chance
}

export function evidenceOf(
  stage: Stage,
  step: Step,
  glances: readonly Glance[],
  now: number,
): Evidence {
  const { plan } = step
  const { nature } = stage.platform
  const numbered = nature.media_numbers && nature.fetches === null
  const hasMedia = plan.media.length > 0
  return {
    ours: {
      role: plan.role,
      parent: plan.parent,
      media: numbered ? plan.media : [],
      has_media: hasMedia,
      has_link: plan.text.includes('https://'),
      wordy: plan.text !== '',
    },
    sends: step.sends.map((send, index) => {
      const wire = step.wires[index] ?? ''
      return { ...send, fetched: hasMedia ? stage.platform.fetched(wire, send.at, now) : undefined }
    }),
    looks: glances.map(({ at, known, page, canary }) => {
      const seen = page.entries.map((entry) => seenOf(entry, step))
      return { at, known, seen, reach: page.reach, canary }
    }),
    receipts: receiptsFor(stage, step, now),
    rivals: [],
    rule: {
      looks: [10 * SECOND, 30 * SECOND, MINUTE],
      settle: nature.settle,
      twins: refusesTwins(nature, step),
    },
    policy: plan.policy,
    sought: false,
    deleted: plan.deleted_at !== null && plan.deleted_at <= now,
    too_late: now >= plan.starts_at + DAY,
    now,
  }
}

export function refusesTwins({ twins }: Stage['platform']['nature'], { plan }: Step) {
  return plan.role === 'post' && (twins === 'all' || (twins === 'text' && plan.media.length === 0))
}

/** A worker that read them a moment ago misses the last one; the claim of a number will not. */
function receiptsFor({ receipts, chance }: Stage, { plan }: Step, now: number) {
  const read = chance.odds(0.1) ? now - MINUTE : now
  const known = [...receipts].filter(([, { by, since }]) => by !== plan.name && since <= read)
  return new Set(known.map(([id]) => id))
}

/** Steps without a receipt, with what may be theirs of what this step saw. */
export function rivalsOf(stage: Stage, step: Step, now: number): Rival[] {
  return stage.steps
    .filter((other) => other !== step && other.sends.length > 0)
    .filter(({ end }) => !end || end.is === 'landed' || end.is === 'asked')
    .map((other) => {
      const isRefused = isTwin(other.plan, step.plan)
      const looks = isRefused ? step.looks : step.looks.map((one) => ({ ...one, known: null }))
      return {
        ids: claimsOf(
          evidenceOf(stage, other, looks, now),
          evidenceOf(stage, step, step.looks, now),
        ),
        in_flight: other.flying,
        looked_for: !other.flying && !other.asked && !other.end,
        yields:
          stage.platform.nature.key === 'none' &&
          areEqual(step, other) &&
          (other.sends[0]?.at ?? 0) > (step.sends[0]?.at ?? 0),
      }
    })
}

/** What a connector makes of an entry. */
export function seenOf(entry: Shown, { plan, keys }: Step): Seen {
  const isSize = entry.size_of !== null && entry.size_of === plan.media[0]
  const contradicts =
    entry.topic === plan.topic ? (entry.size_of === null || isSize ? null : 'size') : 'topic'
  const words = graded(plan.text, entry.rendered)
  return {
    ids: entry.ids,
    at: entry.at,
    url: null,
    author: entry.author,
    app: entry.app,
    role: entry.role,
    parent: entry.parent,
    words,
    ...(words === 'maybe' && isBeginning(plan.text, entry.rendered.text) && { begins: true }),
    wordless: entry.rendered.text.trim() === '',
    media: entry.media,
    key: entry.record !== null && keys.includes(entry.record) ? true : isSize && 'size',
    contradicts,
  }
}

/** The same post in everything: whichever of two landed, the other is to be sent. */
export function areEqual({ plan: a }: Step, { plan: b }: Step) {
  return a.text === b.text && a.topic === b.topic && a.media.length + b.media.length === 0
}

/** Words that are not surely others: the one may be taken for the other. */
export function isTwin(a: Plan, b: Plan) {
  return graded(a.text, { text: b.text, links: [], mentions: [] }) !== 'other'
}

const grades = new Map<string, Grade>()

/** The pool is small: the same texts meet again and again. */
function graded(text: string, rendered: Rendered): Grade {
  const key = JSON.stringify([text, rendered])
  const grade = grades.get(key) ?? gradeWords({ text }, rendered)
  grades.set(key, grade)
  return grade
}
