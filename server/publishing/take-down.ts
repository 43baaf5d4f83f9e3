/**
 * One removal: each thing that is out is taken down, the last one first. That a call is about to be made is saved before it
 * leaves; after a lost answer the platform is asked whether it is gone. Gone is what the platform says is gone.
 */
import { Failure, type Landed } from '#platforms/platform.ts'
import { type Entry, isDone, Progress } from '#rules/progress.ts'
import { whatIsOut } from '#rules/removal.ts'
import { type ErrandWork, removing } from '#store/errands.ts'
import type { RemovalEnd } from '#store/removals.ts'
import type { Acting } from './dependencies.ts'
import {
  type As,
  asOwner,
  doubted,
  type Ended,
  failed,
  type Line,
  openLine,
  type Prolonged,
  save,
  stopping,
  untold,
} from './errand.ts'
import { failureOf } from './step-context.ts'

const PROMISED = 'taken down'

export async function takeDown(
  work: ErrandWork,
  deps: Acting,
  hold: Prolonged,
): Promise<Ended<RemovalEnd>> {
  const line = await openLine(removing, work, { deps, hold, promised: PROMISED })
  const steps = 'state' in line ? Progress.parse(work.steps) : line.steps
  const quiet = (end: RemovalEnd) => ({
    end: doubted(end, steps, PROMISED),
    steps,
    failure: undefined,
    asked: false,
  })
  if ('state' in line) return quiet(line)
  const { manifest } = line.binding.connector
  const { removal } = manifest
  if (removal.by === 'person') return quiet({ state: 'unsupported', act_url: removal.at })

  const { delivery_steps, platform_url } = work
  const told = work.platform_post_id ?? (platform_url && manifest.thread?.id_in?.(platform_url))
  const { out, untold: unknown } = whatIsOut(
    { steps: Progress.parse(delivery_steps), platform_post_id: told || null },
    removal.replies,
  )
  if (!out.length && !unknown.length)
    return quiet(failed('nothing_out', 'Nothing of it was out, so there is nothing to take down.'))
  if (work.delivery_status === 'blocked' && unknown.length)
    return quiet(failed('outcome_unknown', 'Nobody can tell whether it is out. Look there.'))
  if (unknown.includes('post')) {
    const text = `${manifest.name} does not say which post it is. Take it down there.`
    return quiet(failed('not_shown_yet', text))
  }
  const ended = await asOwner(line, (as) => takeEach(out, as, line))
  if (ended) {
    const { end, failure } = ended
    return { end: doubted(end, steps, PROMISED), failure, steps, asked: true }
  }
  const left = unknown.length
    ? `Whether its ${unknown.join(' and ')} is out was never known. Look there.`
    : null
  return { end: { state: 'removed', message: left }, steps, failure: undefined, asked: true }
}

/** Undefined: everything is gone. A failure of ours stops the rest: what stands in front goes last. */
async function takeEach(out: readonly Landed[], as: As, line: Line) {
  const { steps, deps, hold } = line
  for (const landed of out) {
    const entry = (steps[landed.step] ??= {})
    if (isDone(entry)) continue
    if (deps.stopping()) return { failure: stopping(deps.now()), entry }
    try {
      await takeOne(landed, entry, as, line)
      entry.result = { gone_at: deps.now().toISOString() }
      delete entry.started_at
      if (landed !== out.at(-1)) await save(line)
    } catch (error) {
      return { failure: failureOf(error, hold.signal), entry }
    }
  }
  return undefined
}

async function takeOne(landed: Landed, entry: Entry, { account, tools }: As, line: Line) {
  const { connector } = line.binding
  const { deps } = line
  const isGone = async () => {
    await save(line)
    return connector.isGone?.(landed, account, tools).catch(untold)
  }
  // Its answer was lost, or whoever called has died. The same call again changes nothing, and says more than one look.
  const wasLost = entry.started_at !== undefined
  if (!connector.remove) throw new Error('Its manifest says that it takes posts down.')
  entry.started_at = deps.now().toISOString()
  await save(line)
  try {
    await connector.remove(landed, account, tools)
  } catch (error) {
    const failure = failureOf(error, line.hold.signal)
    if (failure.kind === 'unknown') throw failure
    // What an earlier call may have done is not undone by the refusal of this one.
    if (!wasLost) delete entry.started_at
    if (failure.code !== 'not_found' || !connector.isGone) throw failure
    // A refusal that says so may mean something else; what else is shown tells.
    const gone = await isGone()
    if (gone) return
    throw unproven(failure, gone === false)
  }
}

/** It says that there is no such post, and shows it, or shows nothing at all. */
function unproven(failure: Failure, is_there: boolean) {
  const { words } = failure
  const more = { words, cause: failure }
  if (is_there)
    return new Failure('later', 'still_shown', 'The platform shows the post still.', more)
  const text = 'The platform does not say for certain whether the post is gone.'
  return new Failure('later', 'not_found', text, more)
}
