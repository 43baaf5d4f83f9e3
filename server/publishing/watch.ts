/**
 * What is settled and still not certain is looked for again: a question that a person was asked and the platform may answer
 * first, a post whose number is owed, a second call after which both may show, a post that was known by its words alone.
 */
import { z } from 'zod'
import { isStale, refreshToken } from '#connecting/refresh.ts'
import { openSecret } from '#connecting/secrets.ts'
import { silentFrom, toolsFor } from '#connecting/platforms.ts'
import { Failure, type PublishingStep } from '#platforms/platform.ts'
import { type Entry, isDone, isGuess, owesItsNumber, Progress, results } from '#rules/progress.ts'
import { nextWatch } from '#rules/watch.ts'
import { numbersIn, readWork, type Work } from '#store/attempts.ts'
import type { Db } from '#store/schema.ts'
import { readToken } from '#store/tokens.ts'
import {
  claimWatched,
  keepWatched,
  keepWatching,
  reopen,
  type WatchedDelivery,
} from '#store/watches.ts'
import { hearClock } from './clock.ts'
import { claimNumbers, lookAgain } from './decide.ts'
import type { Dependencies } from './dependencies.ts'
import { accountOf, publicationOf } from './publication.ts'
import { finish } from './run-step.ts'
import type { StepContext } from './step-context.ts'

/** Looks under way at once; each is a call or two, and none is urgent. */
const AT_ONCE = 4
const LONGEST = 5 * 60_000
/** Whatever landed is shown by the first of them; the second is for lists that lag more than we know of. */
const LOOKS_AT_GUESSES = 2

/** One round; answers how many were looked for. */
export async function watch(db: Db, deps: Dependencies): Promise<number> {
  const due = await claimWatched(db, deps.now(), AT_ONCE)
  const works = await readWork(db, due)
  await Promise.all(
    works.map(async (work) => {
      const watched = due.find(({ id }) => id === work.id)
      if (watched) await watchOne(watched, work, deps)
    }),
  )
  return due.length
}

async function watchOne(watched: WatchedDelivery, work: Work, deps: Dependencies) {
  const { db, now } = deps
  const progress = Progress.parse(work.steps)
  const watch_at = nextWatch(now(), watched.status, watched.watches) ?? null
  try {
    const found = await stepsInQuestion(watched.status, work, progress, deps)
    if (found === 'later') return await keepWatching(db, watched, { watch_at })
    const [first] = found.doubts
    if (!first) return await keepWatching(db, watched, { watch_at: null })
    const round = { work, at: found.at, watch_at }
    if (watched.status === 'blocked') await question(watched, first, round)
    else await lookForAll(watched, found.doubts, round)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await keepWatching(db, watched, { watch_at })
  }
}

interface InDoubt {
  step: PublishingStep
  entry: Entry
}

interface Round {
  work: Work
  at: StepContext
  watch_at: Date | null
}

/** These close a question without a person: a key, a twin that is named, words that only one entry has. */
const CLOSING = new Set([1, 2, 3, 4, 8])

async function question(
  watched: WatchedDelivery,
  { step, entry }: InDoubt,
  { work, at, watch_at }: Round,
) {
  const { deps, progress } = at
  const { verdict, candidates } = await lookAgain(step, entry, work, at)
  const told = ['found', 'landed', 'refused'].includes(verdict.is) && CLOSING.has(verdict.rule)
  if (told) return reopen(deps.db, watched, progress, deps.now())
  await keepWatching(deps.db, watched, { steps: progress, candidates, watch_at })
}

/**
 * Each of them once: a number is wanted most, and what was sent twice waits for no number, which may never come. That a look
 * was refused keeps nothing else from being looked for.
 */
async function lookForAll(
  watched: WatchedDelivery,
  doubts: readonly InDoubt[],
  { work, at, watch_at }: Round,
) {
  const { deps, progress } = at
  const owes = ({ step }: InDoubt) => owesItsNumber(progress, step.name)
  const warnings: string[] = []
  for (const one of [...doubts.filter(owes), ...doubts.filter((each) => !owes(each))]) {
    try {
      if (owes(one)) await owed(one, work, at)
      else warnings.push(...(await audit(one, work, at)))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  }
  const isOpen = ({ entry }: InDoubt) =>
    wasDoubled(entry) || (mayBeAnother(entry) && watched.watches < LOOKS_AT_GUESSES)
  const open = doubts.some((one) => owes(one) || isOpen(one))
  const kept = {
    steps: progress,
    receipt: Receipt.catch(NO_RECEIPT).parse(progress['post']?.result),
    warnings,
    watch_at: open ? watch_at : null,
  }
  await keepWatched(deps.db, watched, kept, deps.now())
}

const Receipt = z.object({
  platform_post_id: z.string().nullable(),
  platform_url: z.string().nullable(),
})

const NO_RECEIPT = { platform_post_id: null, platform_url: null }

/** What stands there alone is believed when it was seen twice. */
async function owed({ step, entry }: InDoubt, work: Work, at: StepContext) {
  const { verdict } = await lookAgain(step, entry, work, at)
  if (verdict.is !== 'found' || !(await claimNumbers(step, work, at, verdict.ids))) return
  finish(entry, await step.result(verdict, results(at.progress)))
}

/** Warns of what may be a second one, or the one that it was taken for. */
async function audit({ step, entry }: InDoubt, work: Work, at: StepContext) {
  const isTwice = (entry.sends?.length ?? 0) > 1
  const { open, alike } = await lookAgain(step, entry, work, at)
  const equal = open.filter(
    ({ words, key }) => words === 'same' || words === 'alike' || key === true,
  )
  const known = numbersIn(entry.result)
  const others = (isTwice ? equal : alike).filter(
    ({ ids }) => !ids.some((id) => known.includes(id)),
  )
  if (!others.length) return []
  entry.audited = true
  const where = others.map(({ url, ids }) => url ?? ids[0]).join(', ')
  return [
    isTwice
      ? `maybe_twice: the platform shows what may be this post once more (${where}). If it is, take one down.`
      : `maybe_another: the platform shows another post that says the same (${where}), and this one was known by its words alone: it may be the other. Compare them before you change or take down either.`,
  ]
}

/** A second call was made, and nobody was told yet that both may show. */
function wasDoubled({ sends = [], audited }: Entry) {
  return sends.length > 1 && audited !== true
}

/** Its number may be that of somebody else's equal post, and nobody was told yet that another one shows. */
function mayBeAnother(entry: Entry) {
  return isGuess(entry) && entry.audited !== true
}

/** The steps that are in doubt, or were sent twice, ready to be looked for. `later`: nobody can look until its account is connected again. */
async function stepsInQuestion(
  status: WatchedDelivery['status'],
  work: Work,
  progress: Progress,
  deps: Dependencies,
) {
  const scope = { db: deps.db, workspace_id: work.workspace_id }
  const signal = AbortSignal.timeout(LONGEST)
  const until = new Date(deps.now().getTime() + LONGEST)
  let token = await readToken(scope, work.account_id)
  const binding = token && deps.platforms(work.platform, work.sandbox)
  if (!token || !binding || token.health === 'needs_reconnect' || token.health === 'disabled')
    return 'later'
  const heard = hearClock(deps.fetch, deps.now)
  const speaking = silentFrom(() => until, { ...deps, fetch: heard.fetch })
  if (isStale(token, deps.now())) token = await refreshToken(scope, token, speaking, signal)
  const publication = await publicationOf(work, binding.connector.manifest, scope, deps)
  const secret = openSecret(token.secret, deps.seal, work.workspace_id)
  const steps = binding.connector.publish(
    publication,
    accountOf(token, secret),
    toolsFor(binding, speaking, signal),
  )
  const doubts = steps.flatMap((step): InDoubt[] => {
    const entry = progress[step.name]
    if (!entry || !('look' in step) || !step.look) return []
    const isCalled = (entry.sends?.length ?? 0) > 0
    const owes = isCalled && owesItsNumber(progress, step.name)
    // What a question is about stands behind parts that may have been sent twice.
    const isIt = isDone(entry)
      ? status !== 'blocked' && (owes || wasDoubled(entry) || (isCalled && mayBeAnother(entry)))
      : isCalled
    return isIt ? [{ step, entry }] : []
  })
  const at: StepContext = {
    deps: speaking,
    binding,
    token,
    progress,
    hold: { signal, until: () => until },
    mayRefresh: () => false,
    heard,
  }
  return { doubts, at }
}
