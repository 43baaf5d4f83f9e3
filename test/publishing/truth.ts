/** Every verdict held against the truth: I1, I2, I3, I7 and I9 of the invariants. */
import type { Verdict } from '../../server/publishing/evidence.ts'
import { areEqual, type Glance, seenOf, type Stage, type Step } from './engine-evidence.ts'
import type { Post } from './strange-platform.ts'

export type Invariant = 'I1' | 'I2' | 'I3' | 'I4' | 'I6' | 'I7' | 'I9'

export type Violate = (invariant: Invariant, step: Step, what: string) => void

export interface Truth {
  /** A second call under a new key. */
  sendsAgain(step: Step): void
  judges(step: Step, verdict: Verdict, now: number): void
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

  /** What says the same may be taken for ours: a stranger's, or that of a step that is equal in everything. */
  function mayStandFor(post: Post, step: Step) {
    if (post.by.startsWith('stranger')) return post.text === step.plan.text
    return steps.some((other) => areEqual(step, other) && isBy(post, other))
  }

  return {
    sendsAgain(step) {
      // Where nobody can look, the platform itself refuses a second one.
      if (platform.nature.list && unclaimed(step).length > 0) {
        violate('I1', step, 'is sent again though it landed or will')
      }
    },

    judges(step, verdict, now) {
      const own = unclaimed(step)
      if (verdict.is === 'landed' && own.length === 0) violate('I2', step, 'is called landed')
      if (verdict.is === 'found') {
        const post = platform.posts.find(({ ids }) => ids.some((id) => verdict.ids.includes(id)))
        const isOwn = post && isBy(post, step)
        const mayBe = post && verdict.proof !== 'key' && mayStandFor(post, step)
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
        if (!post || !(isBy(post, step) || mayStandFor(post, step))) {
          violate('I2', step, 'is called published')
        }
      }
      if ((end?.is === 'failed' || end?.is === 'absent') && own.length > 0) {
        violate('I2', step, `is ${end.is} and out`)
      }
    },
  }
}

function isBy({ by }: Post, { plan }: Step) {
  return by.startsWith(`${plan.name}:`)
}
