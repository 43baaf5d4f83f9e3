/** Every verdict held against the truth. The numbers are those of docs/decisions/0060-one-judge.md. */
import type { Evidence, Verdict } from '../../server/publishing/evidence.ts'
import { candidatesOf } from '../../server/publishing/facts.ts'
import {
  areEqual,
  type Glance,
  refusesTwins,
  seenOf,
  type Stage,
  type Step,
} from './engine-evidence.ts'
import type { Post } from './strange-platform.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export type Invariant = 'I1' | 'I2' | 'I3' | 'I4' | 'I6' | 'I7' | 'I9' | 'I10'

export type Violate = (invariant: Invariant, step: Step, what: string) => void

export interface Truth {
  /** A second call under a new key. */
  sendsAgain(step: Step, now: number): void
  judges(step: Step, verdict: Verdict, evidence: Evidence): void
  audits(step: Step, glance: Glance, warned: readonly string[]): void
  ends(step: Step): void
}

export function truthOf({ platform, steps, receipts }: Stage, violate: Violate): Truth {
  const postsOf = (step: Step) => platform.posts.filter((post) => isBy(post, step))

  /** Posts of a step, but for those that its equal has taken for its own. */
  function unclaimed(step: Step) {
    const equals = steps.filter((other) => other !== step && areEqual(step, other))
    const isTaken = ({ ids }: Post) =>
      equals.some(({ plan }) => receipts.get(ids[0])?.by === plan.name)
    return postsOf(step).filter((post) => !isTaken(post))
  }

  /** For the files of any call, and nobody can any more. */
  function nobodyCame({ plan, sends, wires }: Step, now: number) {
    const told = wires.map((wire, index) => platform.fetched(wire, sends[index]?.at ?? 0, now))
    return plan.media.length > 0 && told.every((one) => one === 'expired')
  }

  /** Numbers of media or apps are shown, an hour has passed, and a post of ours that came since is out. */
  function isWitnessed({ plan, sends }: Step, now: number) {
    const { media_numbers, fetches, apps } = platform.nature
    const isTold = apps || (media_numbers && fetches === null && plan.media.length > 0)
    const over = Math.max(...sends.map(({ at, ended_at }) => ended_at ?? at))
    const isYounger = ({ ids, at }: Post) => at > over && receipts.has(ids[0])
    const isLate = now >= over + 60 * MINUTE
    return isTold && plan.role === 'post' && isLate && platform.posts.some(isYounger)
  }

  /** The files of some call may have been fetched, as far as anybody knows. */
  function somebodyCame({ plan, sends, wires }: Step, now: number) {
    const told = wires.map((wire, index) => platform.fetched(wire, sends[index]?.at ?? 0, now))
    return plan.media.length === 0 || told.some((one) => one === true || one === undefined)
  }

  /** What says the same may be taken for ours: a stranger's, or that of a step that is equal in everything. */
  function mayStandFor(post: Post, step: Step, now: number) {
    if (post.by.startsWith('stranger'))
      return post.text === step.plan.text && somebodyCame(step, now)
    return steps.some((other) => areEqual(step, other) && isBy(post, other))
  }

  /** Why a question need not have been asked. */
  function needless(step: Step, evidence: Evidence): string[] {
    const { nature } = platform
    const isRivals = (ids: readonly string[]) =>
      evidence.rivals.some((one) => one.ids.some((id) => ids.includes(id)))
    const own = postsOf(step).filter(({ ids }) => !isRivals(ids) && !evidence.receipts.has(ids[0]))
    const seen = evidence.looks.flatMap((look) => look.seen)
    const shown = seen.filter(({ ids }) => own.some((post) => ids.includes(post.ids[0])))
    const open = candidatesOf(evidence)
    const told = evidence.looks.flatMap(({ known }) => known ?? [])
    const twin = told.findLast((known) => known.is === 'twin')?.original
    const named = twin && platform.posts.find(({ ids }) => ids[0] === twin.id)
    const reasons: [string, boolean | undefined | null | ''][] = [
      ['its key has landed', told.some(({ is }) => is === 'landed')],
      [
        'its record is always known',
        nature.key === 'record' &&
          nature.forgets === 0 &&
          !evidence.deleted &&
          !evidence.too_late &&
          !told.some(({ is }) => is === 'twin'),
      ],
      ['an entry has its key', shown.some(({ key }) => key === true)],
      ['an entry has its size', shown.some(({ key, at }) => key === 'size' && at !== null)],
      [
        'an entry has its media',
        shown.some(
          ({ media }) =>
            media !== undefined &&
            media !== 'none' &&
            media.ids.some((id) => evidence.ours.media.includes(id)),
        ),
      ],
      ['a twin of it was refused', twin?.there && named && own.includes(named)],
      [
        'a twin of another was refused',
        named && (evidence.receipts.has(named.ids[0]) || named.at < earliest(evidence)),
      ],
      [
        'nothing else is there, and it says the same',
        open.length === 1 &&
          shown.some(
            ({ words, ids, at }) =>
              words === 'same' && open[0]?.ids.includes(ids[0]) && isSince(at, evidence),
          ),
      ],
      [
        'another step will soon know',
        evidence.rivals.some(
          (rival) =>
            rival.in_flight &&
            firstSight(
              evidence,
              rival.ids.filter((id) => open.some(({ ids }) => ids.includes(id))),
            ) >
              evidence.now - 3 * MINUTE,
        ),
      ],
    ]
    return reasons.filter(([, holds]) => holds).map(([why]) => `is asked about though ${why}`)
  }

  return {
    sendsAgain(step, now) {
      const { deleted_at, starts_at, policy } = step.plan
      const isWanted = now < starts_at + DAY && (deleted_at === null || now < deleted_at)
      if (!isWanted) violate('I1', step, 'is sent again though nobody wants it any more')
      if (policy === 'ask') violate('I1', step, 'is sent again though somebody wanted to be asked')
      const isUnfetched = nobodyCame(step, now)
      const isProven = refusesTwins(platform.nature, step) || isUnfetched
      const most = isProven ? 5 : isWitnessed(step, now) ? 3 : 2
      if (step.sends.length >= most) violate('I1', step, `is sent for the ${most + 1}th time`)
      const { known } = step.looks.at(-1) ?? {}
      const isRefused = known?.is === 'dead' && known.code !== 'unused'
      if (isRefused) violate('I1', step, 'is sent again though it was refused')
      // Where nobody can look, the platform itself refuses a second one, or had to come for files.
      if ((platform.nature.list || isUnfetched) && unclaimed(step).length > 0) {
        violate('I1', step, 'is sent again though it landed or will')
      }
    },

    judges(step, verdict, evidence) {
      const { now } = evidence
      if (verdict.is === 'ask')
        for (const why of needless(step, evidence)) violate('I10', step, why)
      const own = unclaimed(step)
      if (verdict.is === 'landed' && own.length === 0) violate('I2', step, 'is called landed')
      if (verdict.is === 'found') {
        const post = platform.posts.find(({ ids }) => ids.some((id) => verdict.ids.includes(id)))
        const isOwn = post && isBy(post, step)
        const mayBe = post && verdict.proof !== 'key' && mayStandFor(post, step, now)
        const how = `by ${verdict.proof}, row ${verdict.rule}`
        if (!isOwn && !mayBe) violate('I3', step, `is called ${verdict.ids.join()} ${how}`)
      }
      if ((verdict.is === 'refused' || verdict.is === 'absent') && own.length > 0) {
        violate('I2', step, `is called ${verdict.is} and is out, row ${verdict.rule}`)
      }
      if (verdict.is !== 'ask' || verdict.candidates.length >= 10) return
      const shown = step.looks.flatMap(({ page }) => page.entries.flatMap(({ ids }) => ids))
      const told = verdict.candidates.flatMap(({ ids }) => ids)
      for (const { ids, at } of own) {
        if (at > now || !shown.includes(ids[0]) || told.includes(ids[0])) continue
        violate('I7', step, `is asked about without ${ids[0]}, row ${verdict.rule}`)
      }
    },

    audits(step, { page }, warned) {
      for (const { ids } of postsOf(step)) {
        const entry = page.entries.find((one) => one.ids[0] === ids[0])
        if (!entry || receipts.has(ids[0]) || warned.includes(ids[0])) continue
        const { words } = seenOf(entry, step)
        if (words === 'same' || words === 'alike') violate('I9', step, `has a double, ${ids[0]}`)
      }
    },

    ends(step) {
      const own = unclaimed(step)
      if (own.length > 1) violate('I1', step, `is out ${own.length} times`)
      const { end } = step
      if (!end) violate('I6', step, 'has no end')
      if (end?.is === 'published') {
        const post = platform.posts.find(({ ids }) => ids.some((id) => end.ids.includes(id)))
        if (!post || !(isBy(post, step) || mayStandFor(post, step, Number.POSITIVE_INFINITY))) {
          violate('I2', step, 'is called published')
        }
      }
      if ((end?.is === 'failed' || end?.is === 'absent') && own.length > 0) {
        violate('I2', step, `is ${end.is} and out`)
      }
    },
  }
}

function firstSight({ looks }: Evidence, ids: readonly string[]) {
  const sights = looks.filter(({ seen }) =>
    seen.some((one) => one.ids.some((id) => ids.includes(id))),
  )
  return Math.min(
    ...sights.map(({ at }) => at),
    sights.length === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
  )
}

/**
 * Of a time at which words are believed: where clocks are known, from the first moment on at which a call of ours can have begun,
 * else from the last. How well they are known is the evidence's to say: one that was set between a call and its repetition, or a
 * look, makes a call uncertain that was well measured when it was made.
 */
function isSince(at: number | null, evidence: Evidence) {
  const areKnown = evidence.sends.every(({ error }) => error <= 2 * MINUTE)
  const sure = Math.min(...evidence.sends.map((send) => send.at + send.error))
  return at !== null && at >= (areKnown ? earliest(evidence) : sure)
}

/** Before any of our calls can have begun. */
function earliest({ sends }: Evidence) {
  return Math.min(...sends.map(({ at, error }) => at - error))
}

function isBy({ by }: Post, { plan }: Step) {
  return by.startsWith(`${plan.name}:`)
}
