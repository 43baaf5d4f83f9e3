/**
 * The engine around the judge, small and pure: it sends, looks, waits, asks, watches, claims numbers and audits as the engine does,
 * on an account of a strange platform.
 */
import type { Evidence, Look, Verdict } from '../../server/publishing/evidence.ts'
import { candidatesOf } from '../../server/publishing/facts.ts'
import { judge } from '../../server/publishing/judge.ts'
import {
  type End,
  evidenceOf,
  type Glance,
  isTwin,
  type Plan,
  type Proof,
  rivalsOf,
  type Stage,
  type Step,
} from './engine-evidence.ts'
import type { Answer, Assumptions, StrangePlatform } from './strange-platform.ts'
import type { Chance } from './strange-texts.ts'
import { type Invariant, truthOf } from './truth.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** After a question: looks by which it may close itself, and by which rows. After a second call: looks for a double. */
const WATCH = [HOUR, 6 * HOUR, 24 * HOUR, 72 * HOUR]
const CLOSING = [1, 2, 3, 8]
/** Looks for the number of a post that is out. */
const NUMBERING = 3
const AUDIT = [10 * MINUTE, HOUR]
/** More looks or turns than any course takes that ends. */
const MOST = { looks: 1500, turns: 20_000 }

export interface Situation {
  platform: StrangePlatform
  plans: readonly Plan[]
  chance: Chance
  assume: Assumptions
  /** Numbers of what was published before. */
  receipts?: readonly string[]
}

export interface Judged {
  step: string
  evidence: Evidence
  verdict: Verdict
}

export interface Course {
  steps: readonly Step[]
  judged: readonly Judged[]
  /** Which invariants do not hold, and how. */
  violations: readonly { invariant: Invariant; what: string }[]
}

export function run({ platform, plans, chance, assume, receipts: older = [] }: Situation): Course {
  const earlier = older.map((id) => [id, { by: 'earlier', since: 0 }] as const)
  const stage: Stage = { platform, steps: plans.map(stepOf), receipts: new Map(earlier), chance }
  const { steps, receipts } = stage
  const judged: Judged[] = []
  const violations: { invariant: Invariant; what: string }[] = []
  const violate = (invariant: Invariant, step: Step, what: string) =>
    void violations.push({ invariant, what: `${step.plan.name} ${what}` })
  const truth = truthOf(stage, violate)
  const queue: { at: number; run: (now: number) => void }[] = []
  const later = (at: number, action: (now: number) => void) => void queue.push({ at, run: action })

  for (const step of steps) later(step.plan.starts_at, (now) => start(step, now))
  for (let turns = 0; queue.length > 0; turns++) {
    const next = queue.reduce((first, one) => (one.at < first.at ? one : first))
    queue.splice(queue.indexOf(next), 1)
    next.run(next.at)
    if (turns > MOST.turns) throw new Error('The course does not end.')
  }
  for (const step of steps) truth.ends(step)
  return { steps, judged, violations }

  function start(step: Step, now: number) {
    const { deleted_at, races, starts_at } = step.plan
    if (deleted_at !== null && deleted_at <= now) return settle(step, { is: 'absent' })
    const isDoubted = (other: Step) => other !== step && other.calls > 0 && !other.end
    const twin = steps.some((other) => isDoubted(other) && isTwin(other.plan, step.plan))
    if (!twin || races || now >= starts_at + 2 * HOUR) return send(step, newKey(step), now)
    return later(now + MINUTE, (at) => start(step, at))
  }

  /** One call; under a key that was used before it goes on in the same entry. */
  function send(step: Step, key: string, now: number) {
    const { plan, sends, keys } = step
    const last = keys.at(-1) === key ? sends.at(-1) : undefined
    if (!last && sends.length > 0) truth.sendsAgain(step, now)
    const by = `${plan.name}:${step.calls++}`
    const app = sends.length === 0 ? plan.app : plan.later_app
    const leaves = now + chance.whole(0, 20) * SECOND
    const ends_at = leaves + chance.whole(1, 60) * SECOND
    const leaves_at = assume.leaves_in_time ? leaves : ends_at + chance.whole(0, 60) * MINUTE
    const { text, media, role, parent, topic } = plan
    const wire = { by, text, media, app, author: 'us' as const, role, parent, topic }
    const used = platform.nature.key === 'none' ? null : key
    const call = { ...wire, key: used, leaves_at, ends_at }
    let answer: Answer = { is: 'lost', how: 'silence' }
    later(leaves_at, () => void ({ answer } = platform.call(call)))
    const error =
      sends.length === 0 ? plan.error : chance.pick([plan.error, 5 * SECOND, 10 * MINUTE])
    const off = chance.whole(-error, error)
    const ended_at = chance.odds(0.9) ? ends_at + off : null
    if (last) Object.assign(last, { ended_at, error: Math.max(last.error, error) })
    else {
      const shown = platform.nature.apps ? app : null
      const times = { at: now + off, ended_at, error }
      sends.push({ ...times, app: shown, lost: 'silence', fetched: undefined })
      keys.push(key)
      step.wires.push(by)
    }
    step.flying = true
    later(ends_at, (at) => hear(step, answer, at))
  }

  function hear(step: Step, answer: Answer, now: number) {
    step.flying = false
    if (answer.is === 'ok') return publish(step, answer.ids, 'ok', now)
    const last = step.sends.at(-1)
    if (answer.is === 'lost' && last) last.lost = answer.how
    if (answer.is === 'lost') return decide(step, now)
    if (step.calls === 1) return settle(step, { is: 'failed' })
    // What was refused did not land; of an earlier call that says nothing.
    if (step.sends.length > 1) for (const list of [step.sends, step.keys, step.wires]) list.pop()
    if (answer.is === 'refused') return watch(step, now)
    step.twin = { original: answer.original }
    return look(step, now)
  }

  function look(step: Step, now: number) {
    if (step.end && step.end.is !== 'landed') return
    if (++step.looked > MOST.looks) return violate('I6', step, 'looks for ever')
    later(now + chance.whole(1, 2 * SECOND), (at) => {
      step.looks.push(glance(step, at))
      deleteSome(step, at)
      decide(step, at)
    })
  }

  function glance(step: Step, now: number): Glance {
    const page = platform.list(now)
    const began = Math.min(...step.sends.map(({ at, error }) => at - error))
    const [newest] = platform.posts
      .filter(({ ids, at }) => receipts.has(ids[0]) && at < began)
      .toSorted((a, b) => b.at - a.at)
    const isThere = newest ? page.entries.some(({ ids }) => ids[0] === newest.ids[0]) : null
    const canary = platform.nature.list ? isThere : null
    return { at: now, known: knownOf(step, now), page, canary }
  }

  function knownOf({ twin, keys, plan }: Step, now: number): Look['known'] {
    if (!twin) return platform.keyState(keys.at(-1) ?? null, plan.starts_at, now)
    const { original } = twin
    if (original === null) return { is: 'twin', original }
    const there = platform.canRead(original, now)
    const denied = there ? {} : { denied: 'again' as const }
    return {
      is: 'twin',
      original: { id: original, at: platform.timeOf(original), there, ...denied },
    }
  }

  /** Somebody deletes one of ours, when a look has shown it or before. */
  function deleteSome({ plan, looks }: Step, now: number) {
    const shown = looks.flatMap(({ page }) => page.entries.map(({ ids }) => ids[0]))
    for (const post of platform.posts) {
      if (!post.by.startsWith(`${plan.name}:`)) continue
      const odds = assume.left_alone ? 0.02 : 0.3
      const may = !assume.left_alone || shown.includes(post.ids[0])
      if (may && chance.odds(odds)) post.deleted_at ??= now
    }
  }

  function decide(step: Step, now: number): void {
    const rivals = rivalsOf(stage, step, now)
    const evidence = { ...evidenceOf(stage, step, step.looks, now), rivals }
    const verdict = judge(evidence)
    judged.push({ step: step.plan.name, evidence, verdict })
    if (step.asked && (verdict.is === 'ask' || !CLOSING.includes(verdict.rule)))
      return watch(step, now)
    // A number that another step has claimed meanwhile is nobody's verdict yet.
    if (verdict.is !== 'found' || !isTaken(step, verdict.ids)) truth.judges(step, verdict, evidence)
    switch (verdict.is) {
      case 'found':
        return publish(step, verdict.ids, verdict.proof, now)
      case 'landed':
        if (step.end?.is !== 'landed') settle(step, { is: 'landed' })
        // Its number comes later, if at all.
        if (step.numbering++ < NUMBERING) later(now + 10 * MINUTE, (at) => look(step, at))
        return
      case 'refused':
        return settle(step, { is: 'failed' })
      case 'absent':
        return settle(step, { is: 'absent' })
      case 'wait':
        return later(Math.max(verdict.until, now + SECOND), (at) => look(step, at))
      case 'send': {
        const key = verdict.under === 'same_key' ? step.keys.at(-1) : undefined
        const pause = key === undefined ? 0 : 30 * SECOND
        return later(now + pause, (at) => send(step, key ?? newKey(step), at))
      }
      case 'ask':
        return watch(step, now)
    }
  }

  function watch(step: Step, now: number) {
    step.asked = true
    const pause = WATCH[step.watched++]
    if (pause === undefined) return settle(step, { is: 'asked' })
    return later(now + pause, (at) => look(step, at))
  }

  /** A number is claimed by one step; who loses is judged again. */
  function publish(step: Step, ids: string[], proof: Proof, now: number) {
    const { name } = step.plan
    if (isTaken(step, ids)) {
      if (proof === 'ok') violate('I4', step, 'is another’s, by the platform’s answer')
      return later(now + MINUTE, (at) => look(step, at))
    }
    for (const id of ids) receipts.set(id, { by: name, since: now })
    settle(step, { is: 'published', ids, proof })
    if (step.sends.length > 1)
      for (const pause of AUDIT) later(now + pause, (at) => audit(step, at))
  }

  function isTaken({ plan }: Step, ids: readonly string[]) {
    return ids.some((id) => (receipts.get(id)?.by ?? plan.name) !== plan.name)
  }

  function audit(step: Step, now: number) {
    const seen = glance(step, now)
    const evidence = evidenceOf(stage, step, [seen], now)
    const doubles = candidatesOf({ ...evidence, receipts: new Set(receipts.keys()) })
    const isDouble = ({ words, key }: (typeof doubles)[number]) =>
      words !== 'maybe' || key !== false
    truth.audits(
      step,
      seen,
      doubles.filter(isDouble).flatMap(({ ids }) => ids),
    )
  }

  function settle(step: Step, end: End) {
    if (step.end && step.end.is !== 'landed')
      violate('I4', step, `ends twice: ${step.end.is}, ${end.is}`)
    step.end = end
  }
}

function newKey({ plan, calls }: Step) {
  return `${plan.name}-key-${calls}`
}

function stepOf(plan: Plan): Step {
  return {
    plan,
    sends: [],
    keys: [],
    wires: [],
    looks: [],
    calls: 0,
    looked: 0,
    flying: false,
    twin: undefined,
    asked: false,
    watched: 0,
    numbering: 0,
    end: undefined,
  }
}
