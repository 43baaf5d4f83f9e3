/** A follow-up stands below a post, and a part of a thread below the one before. Where the platform has not told which post it became, it is looked for first, for some hours. */
import { Failure, type Step } from '#platforms/platform.ts'
import { type Entry, owesItsNumber, results } from '#rules/progress.ts'
import type { Work } from '#store/attempts.ts'
import { claimNumbers, lookAgain } from './decide.ts'
import type { Decision } from './decision.ts'
import { finish } from './run-step.ts'
import type { StepContext } from './step-context.ts'

const MINUTE = 60_000
/** Pauses before each look. One in two that are ten minutes apart tells most; who reads comments has read on after six hours. */
const LOOKS = [1, 10, 15, 30, 60, 120, 120]

type Waiting =
  | { is: 'known' }
  | { is: 'waits'; decision: Decision; failure: Failure | undefined }
  | { is: 'given_up'; why: string }

/** Looks for the number that what stands below needs, if it is time. Changes the entries; the caller saves them. */
export async function awaitNumber(
  steps: readonly Step[],
  above: string,
  entry: Entry,
  work: Work,
  at: StepContext,
): Promise<Waiting> {
  const { progress, deps } = at
  const post = steps.find(({ name }) => name === above)
  const done = progress[above]
  if (!owesItsNumber(progress, above)) return { is: 'known' }
  if (!done?.sends?.length || !post || !('look' in post)) {
    const why = 'The post that it stands below is out, and its number is not known.'
    return { is: 'given_up', why }
  }
  if (work.deleted_at !== null) return { is: 'given_up', why: 'The post was deleted meanwhile.' }
  const looks = entry.awaited ?? 0
  if (looks > 0) {
    const failure = await find(post, done, work, at)
    if (failure?.kind === 'expired' && at.mayRefresh()) {
      return { is: 'waits', decision: comeBack(deps.now()), failure }
    }
    if (!owesItsNumber(progress, above)) return { is: 'known' }
  }
  const pause = LOOKS[looks]
  if (pause === undefined) {
    const why =
      'The platform says that the post is out, and did not tell within six hours which it is. Nothing was said below it.'
    return { is: 'given_up', why }
  }
  entry.awaited = looks + 1
  const until = new Date(deps.now().getTime() + (pause * MINUTE) / deps.pace)
  return { is: 'waits', decision: comeBack(until), failure: undefined }
}

async function find(
  post: Extract<Step, { look: unknown }>,
  done: Entry,
  work: Work,
  at: StepContext,
): Promise<Failure | undefined> {
  try {
    const { verdict } = await lookAgain(post, done, work, at)
    if (verdict.is !== 'found' || !(await claimNumbers(post, work, at, verdict.ids)))
      return undefined
    done.proof = verdict.proof
    finish(done, await post.result(verdict, results(at.progress)))
    return undefined
  } catch (error) {
    // There will be another look.
    if (!(error instanceof Failure)) throw error
    return error
  }
}

function comeBack(at: Date): Decision {
  const message =
    'The post is out. What follows below it waits until the platform tells which post it became.'
  return { kind: 'come_back', at, message }
}
