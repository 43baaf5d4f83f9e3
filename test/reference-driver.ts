/**
 * Carries one publication to a platform by the rules of `platform.ts` and nothing else: a yardstick for connectors, kept
 * so small that its own correctness can be seen. What a database would hold is in the journal.
 */
import assert from 'node:assert/strict'
import { z } from 'zod'
import {
  Failure,
  type Account,
  type Connector,
  type Json,
  type Publication,
  type Step,
  type Tools,
} from '#platforms/platform.ts'
import { asFinding, type FindingStep } from './finding.ts'

/** All that outlives a stop. */
export interface Journal {
  saved: Record<string, Json>
  /** When a call that may not be repeated was begun, ISO; gone once its end is known. */
  begun: Record<string, string>
  /** Calls whose answer was lost, once. */
  lost?: Record<string, boolean>
  /** Steps whose results are of no use any more. */
  forgotten?: Set<string>
}

export interface Run {
  connector: Connector
  publication: Publication
  /** Its secret is exchanged when the access token has ended. */
  account: Account
  tools: Tools
  journal: Journal
  /** Called before each try of a step. */
  before?: (step: Step) => void
  /** Stops there, as a killed process would: behind the answer of a step, or behind the saving of it. */
  stop?: { step: string; behind: 'answer' | 'saving' }
}

export class Stopped extends Error {}

const TRIES = 8
const PAUSE = 1000
/** Without a number where the platform says that it is out, and not which it is. */
const Numbered = z.object({
  platform_post_id: z.string().min(1).nullable(),
  platform_url: z.url().nullable(),
})
type Numbered = z.output<typeof Numbered>

/** Publishes; a follow-up that fails is a warning. */
export async function drive(run: Run): Promise<{ receipt: Numbered; warnings: Failure[] }> {
  const warnings: Failure[] = []
  for (const { name, follow_up } of stepsOf(run)) {
    if (name in run.journal.saved) continue
    try {
      await complete(run, name)
    } catch (error) {
      if (!(error instanceof Failure) || !follow_up) throw error
      warnings.push(error)
    }
  }
  return { receipt: Numbered.parse(run.journal.saved['post']), warnings }
}

/** Runs the steps once each, without patience: for looking at the first failure. */
export async function runOnce(run: Run): Promise<void> {
  for (const step of stepsOf(run)) {
    run.before?.(step)
    save(run, step.name, await step.run(savedOf(run)))
  }
}

/** Made anew each time, as after a restart: a connector keeps nothing. */
export function stepsOf({ connector, publication, account, tools }: Run): readonly Step[] {
  return connector.publish(publication, account, tools)
}

export function stepOf(run: Run, name: string): Step {
  const step = stepsOf(run).find((candidate) => candidate.name === name)
  assert.ok(step, `there is no step ${name}`)
  return step
}

/** A copy, as read from the database. */
export function savedOf({ journal }: Run): Readonly<Record<string, Json>> {
  return Object.freeze(structuredClone(journal.saved))
}

export function save({ journal }: Run, name: string, result: Json) {
  const kept = z.json().parse(JSON.parse(JSON.stringify(result)))
  assert.deepEqual(kept, result, `the result of ${name} survives as JSON`)
  journal.saved[name] = result
}

async function complete(run: Run, name: string) {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const step = stepOf(run, name)
    const { effect } = step
    const begun = run.journal.begun[name]
    if (effect === 'publishes_once' && begun !== undefined) {
      run.journal.lost = { ...run.journal.lost, [name]: true }
      const found = await look(run, name, new Date(begun))
      delete run.journal.begun[name]
      if (found !== undefined) return save(run, name, found)
    }

    run.before?.(step)
    if (effect === 'publishes_once') run.journal.begun[name] = run.tools.now().toISOString()
    const result = await once(run, () =>
      step.run(savedOf(run)).catch((error: unknown) => {
        // The lost call had landed: its twin is refused and names it.
        const original = error instanceof Failure ? error.original : undefined
        const isOurs = original?.there && run.journal.lost?.[name] && 'look' in step && step.look
        if (!isOurs) throw error
        return step.result({ ids: [original.id], url: null }, savedOf(run))
      }),
    )
    if (result === 'lost') continue
    if (result === 'refused') {
      delete run.journal.begun[name]
      await prepare(run, name)
      continue
    }
    if (run.stop?.step === name && run.stop.behind === 'answer') throw new Stopped()
    save(run, name, result.answer)
    delete run.journal.begun[name]
    if (run.stop?.step === name && run.stop.behind === 'saving') throw new Stopped()
    return
  }
  throw new Error(`${name} did not come to an end in ${TRIES} tries.`)
}

/** What a refusal called of no use is made anew, and saved, before the step that needs it. */
async function prepare(run: Run, before: string) {
  const names = stepsOf(run).map(({ name }) => name)
  for (const name of names.slice(0, names.indexOf(before)))
    if (run.journal.forgotten?.delete(name)) await complete(run, name)
}

/** As often as the manifest says; undefined when it did not land. */
async function look(run: Run, name: string, started_at: Date): Promise<Json | undefined> {
  const { look_after } = run.connector.manifest
  for (const [index, wait] of look_after.entries()) {
    await run.tools.sleep(wait)
    const finding = await patiently(run, () =>
      publishing(stepOf(run, name)).find(savedOf(run), { started_at, look: index + 1 }),
    )
    if (finding === 'unknowable') break
    const last = index === look_after.length - 1
    if (typeof finding === 'object' && (last || !isOwed(finding.found))) return finding.found
    if (last) return undefined
  }
  throw new Failure('unknown', 'outcome_unknown', 'A person has to decide.')
}

/** Its number may be told later. */
function isOwed(result: Json) {
  return Numbered.safeParse(result).data?.platform_post_id === null
}

async function patiently<Result>(run: Run, read: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const result = await once(run, read)
    if (typeof result === 'object') return result.answer
  }
  throw new Error(`Nothing could be read in ${TRIES} tries.`)
}

/** One call and what its failure asks for: waiting, new credentials, or giving up. */
async function once<Result>(
  run: Run,
  act: () => Promise<Result>,
): Promise<{ answer: Result } | 'lost' | 'refused'> {
  const { connector, account, tools } = run
  try {
    return { answer: await act() }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.kind === 'rejected' || error.kind === 'reconnect') throw error
    if (error.kind === 'expired') {
      account.secret = (await connector.refresh(account, tools)).secret
      return 'refused'
    }
    for (const name of error.forget) {
      delete run.journal.saved[name]
      ;(run.journal.forgotten ??= new Set()).add(name)
    }
    const until = (error.retry_at?.getTime() ?? 0) - tools.now().getTime()
    await tools.sleep(Math.max(PAUSE, until))
    return error.kind === 'unknown' ? 'lost' : 'refused'
  }
}

export function publishing(step: Step): FindingStep {
  assert.ok(step.effect !== 'prepares', `${step.name} publishes`)
  return asFinding(step)
}
