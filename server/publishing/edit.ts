/**
 * One edit of what is out. It says what shall stand there, so the same call again changes nothing; after a lost answer the
 * platform is asked what it shows all the same, so that nothing a person wrote there meanwhile is overwritten without need.
 */
import { z } from 'zod'
import type { Edited, Landed } from '#platforms/platform.ts'
import { Progress } from '#rules/progress.ts'
import type { EditEnd } from '#store/edits.ts'
import { editing, type ErrandWork } from '#store/errands.ts'
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

const PROMISED = 'changed'

export async function carryEdit(
  work: ErrandWork,
  deps: Acting,
  hold: Prolonged,
): Promise<Ended<EditEnd>> {
  const line = await openLine(editing, work, { deps, hold, promised: PROMISED })
  const steps = 'state' in line ? Progress.parse(work.steps) : line.steps
  const quiet = (end: EditEnd) => ({
    end: doubted(end, steps, PROMISED),
    steps,
    failure: undefined,
    asked: false,
  })
  if ('state' in line) return quiet(line)
  const { manifest, ...connector } = line.binding.connector
  const { platform_post_id: id, content, options } = work
  if (work.going)
    return quiet(failed('given_up', 'It was taken down, or is being: nothing is changed.'))
  if (!manifest.editing || !connector.edit || id === null)
    return quiet(failed('refused', `On ${manifest.name} only a person can change it.`))

  const result = Progress.parse(work.delivery_steps)['post']?.result ?? null
  const landed: Landed = { step: 'post', id, result }
  const change: Edited = {
    text: content,
    options: Options.parse(options),
    published: work.published_options,
  }
  const ended = await asOwner(line, (as) => editOnce(landed, change, as, line))
  if (!ended) return { end: { state: 'edited' }, steps, failure: undefined, asked: true }
  const { end, failure } = ended
  return { end: doubted(end, steps, PROMISED), failure, steps, asked: true }
}

const Options = z
  .record(z.string(), z.json())
  .nullable()
  .transform((given) => given ?? {})

/** Undefined: the platform took it, or shows it. */
async function editOnce(landed: Landed, change: Edited, { account, tools }: As, line: Line) {
  const { steps, deps, hold, binding } = line
  const { connector } = binding
  const entry = (steps['edit'] ??= {})
  const wasLost = entry.started_at !== undefined
  if (deps.stopping()) return { failure: stopping(deps.now()), entry }
  try {
    // Its answer was lost, or whoever called has died.
    if (wasLost) {
      await save(line)
      if (await connector.shows?.(landed, change, account, tools).catch(untold)) return undefined
    }
    entry.started_at = deps.now().toISOString()
    await save(line)
  } catch (error) {
    return { failure: failureOf(error, hold.signal), entry }
  }
  try {
    await connector.edit?.(landed, change, account, tools)
    delete entry.started_at
    return undefined
  } catch (error) {
    const failure = failureOf(error, hold.signal)
    // What an earlier call may have done is not undone by the refusal of this one.
    if (failure.kind !== 'unknown' && !wasLost) delete entry.started_at
    return { failure, entry }
  }
}
