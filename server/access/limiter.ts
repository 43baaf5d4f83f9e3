/**
 * How many requests a credential may send, over all processes: never more than the limit in any window of its length. The
 * count is a row in PostgreSQL; a process that is asked often takes some of it ahead, for a hundredth of the window, and gives
 * back what it did not use.
 */
import { leaseOf, type Policy, slotOf, type Standing } from '#rules/rate.ts'
import { type Given, takeUnits } from '#store/rates.ts'
import type { Db } from '#store/schema.ts'

export interface Holder {
  workspace_id: number
  credential: string
}

export interface Taken {
  /** False: it is one too many, and `standing.resets_at` is when the next may come. */
  allowed: boolean
  standing: Standing
  /** As if it had not been asked for. Once only, and not after a refusal. */
  giveBack(this: void): void
}

export interface Limiter extends AsyncDisposable {
  take(holder: Holder, policy: Policy, now: Date): Promise<Taken>
}

/** Disposing of it gives back what was taken ahead. */
export function limiter(db: Db): Limiter {
  const budgets = new Map<string, Budget>()

  function budgetOf(holder: Holder, policy: Policy) {
    const { name, limit, seconds } = policy
    const key = `${holder.workspace_id} ${holder.credential} ${name} ${limit}/${seconds}`
    const known = budgets.get(key)
    if (known) return known
    const made = budget(db, holder, policy, () => budgets.delete(key))
    budgets.set(key, made)
    return made
  }

  return {
    take: async (holder, policy, now) => budgetOf(holder, policy).take(now),

    async [Symbol.asyncDispose]() {
      await Promise.all([...budgets.values()].map((each) => each.end()))
    },
  }
}

type Budget = ReturnType<typeof budget>

/** What this process knows of one policy of one credential. `forget` is called when there is nothing to know any more. */
function budget(db: Db, { workspace_id, credential }: Holder, policy: Policy, forget: () => void) {
  const slot = slotOf(policy)
  const window_ms = policy.seconds * 1000
  const most = leaseOf(policy)
  const held = { units: 0, ends: 0 }
  /** As it was told last. */
  let remaining = policy.limit
  let oldest: number | null = null
  /** Nothing more before; somebody may give back, so it is asked again a slot later. */
  let refused_until = 0
  let ahead = 0
  let asked_at = -Infinity
  let waiting: { now: Date; answer: (taken: Taken) => void; fail: (error: unknown) => void }[] = []
  let asking: Promise<void> | undefined
  let back: { ends: number; units: number }[] = []
  let timer: NodeJS.Timeout | undefined

  function take(now: Date): Promise<Taken> | Taken {
    const time = now.getTime()
    if (held.units > 0 && time < held.ends) {
      held.units--
      return taken(now, held.ends)
    }
    if (time < refused_until) return refused(now)
    return new Promise((answer, fail) => {
      waiting.push({ now, answer, fail })
      asking ??= askAll()
    })
  }

  /** Whoever comes while it asks waits for the next time. */
  async function askAll() {
    while (waiting.length) {
      const those = waiting
      waiting = []
      try {
        await askFor(those)
      } catch (error) {
        for (const { fail } of those) fail(error)
      }
    }
    asking = undefined
    later()
  }

  async function askFor(those: typeof waiting) {
    const now = new Date(Math.max(...those.map((each) => each.now.getTime())))
    const time = now.getTime()
    // Who comes again within two slots comes often.
    ahead = time - asked_at <= 2 * slot ? Math.min(most, Math.max(1, ahead * 2)) : 0
    asked_at = time
    putBack()
    const ends = (Math.floor(time / slot) + 1) * slot
    const given = await ask({ now, waiting: those.length, ahead, ends })
    const extra = given.granted - those.length
    if (extra > 0) Object.assign(held, { units: extra, ends: ends + slot })
    if (extra < 0) refused_until = Math.min(time + slot, (oldest ?? time) + window_ms)
    for (const [index, { now: asked, answer }] of those.entries())
      answer(index < given.granted ? taken(asked, ends, 0) : refused(asked))
  }

  async function ask(about: { now: Date; waiting: number; ahead: number; ends: number }) {
    const gone = back
    back = []
    const budgetAsked = { credential, policy: policy.name, limit: policy.limit, window_ms }
    const asked = { ...about, ahead_ends: about.ends + slot, back: gone }
    let given: Given
    try {
      given = await takeUnits({ db, workspace_id }, budgetAsked, asked)
    } catch (error) {
      back.push(...gone)
      throw error
    }
    oldest = given.oldest
    // What was taken ahead is still to be had here.
    remaining = policy.limit - given.used + Math.max(0, given.granted - about.waiting)
    return given
  }

  function taken(now: Date, ends: number, cost = 1): Taken {
    remaining -= cost
    let given = false
    return {
      allowed: true,
      standing: standing(now),
      giveBack() {
        if (given) return
        given = true
        remaining++
        back.push({ ends, units: 1 })
        later()
      },
    }
  }

  function refused(now: Date): Taken {
    return { allowed: false, standing: { ...standing(now), remaining: 0 }, giveBack() {} }
  }

  function standing(now: Date): Standing {
    const since = Math.max(oldest ?? 0, now.getTime() - window_ms)
    return {
      ...policy,
      remaining: Math.max(0, Math.min(policy.limit, remaining)),
      resets_at: new Date(since + window_ms),
    }
  }

  function putBack() {
    if (held.units > 0) back.push({ ends: held.ends, units: held.units })
    held.units = 0
  }

  /** Gives back what nobody came for. */
  function later() {
    clearTimeout(timer)
    timer = setTimeout(() => void end().catch(() => {}), 2 * slot)
    timer.unref()
  }

  async function end() {
    clearTimeout(timer)
    await asking
    putBack()
    if (back.length) {
      // Real time tells when nobody came; what is told with it is the time of the last call.
      const ends = (Math.floor(asked_at / slot) + 1) * slot
      await ask({ now: new Date(asked_at), waiting: 0, ahead: 0, ends })
    }
    if (!waiting.length && held.units === 0 && !back.length) forget()
  }

  return { take, end }
}
