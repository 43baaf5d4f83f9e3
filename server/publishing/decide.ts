/**
 * What is done about a step whose answer was lost: a look is taken when it is due, kept, and judged with all that is known;
 * the judge's word becomes what the attempt does next.
 */
import type { Ours } from '#platforms/evidence.ts'
import { Failure, type Json, type LookingStep } from '#platforms/platform.ts'
import { type Candidate, missedWindow, OUTCOME_UNKNOWN } from '#rules/delivery.ts'
import { type Entry, results, type Send } from '#rules/progress.ts'
import type { Work } from '#store/attempts.ts'
import {
  claimReceipts,
  newestReceipt,
  type PlatformAccount,
  receiptsAmong,
  type StepOfDelivery,
} from '#store/receipts.ts'
import { offsetOf } from './clock.ts'
import { type Decision, givenUp, refusedByGateway, tooLate } from './decision.ts'
import type { Evidence, Look, Rival, Seen, Verdict } from './evidence.ts'
import { candidatesOf, judge } from './judge.ts'
import { addLook, candidatesFor, type KeptLook, keptLook, looksOf } from './looks.ts'
import { rivalsIn } from './rivals.ts'
import { oursOf } from './sights.ts'
import type { StepContext } from './step-context.ts'

export type Resolution =
  /** It is out; this is what the step would have answered. */
  | { is: 'result'; result: Json }
  | { is: 'send'; under: 'same_key' | 'new_key' }
  | { is: 'decision'; decision: Decision }

/** Five minutes, unless the manifest knows of lists that lag. */
const SETTLE = 5 * 60_000
/** Another one had claimed what was found: then it is judged again without it. */
const CLAIMS = 5
/** A list has to show what came in this time before it. */
const RECENT = 3 * 24 * 3_600_000

/** The doubt of one step: looks if it is time, and says what follows. Changes the entry; the caller saves it. */
export async function decide(
  step: LookingStep,
  entry: Entry,
  work: Work,
  at: StepContext,
): Promise<Resolution> {
  const ours = step.ours(results(at.progress))
  const file = fileOf(step, work, at)
  const early = verdictOf(await evidenceOf(entry, ours, file, work, at), entry)
  if (early.verdict.is === 'wait' && early.until > at.deps.now()) return wait(early.until)
  await look(step, entry, ours, file, at)
  return conclusionOf(step, entry, work, at)
}

/** The judge's word on what is known now. */
async function conclusionOf(
  step: LookingStep,
  entry: Entry,
  work: Work,
  at: StepContext,
): Promise<Resolution> {
  const ours = step.ours(results(at.progress))
  const file = fileOf(step, work, at)
  for (let claim = 0; claim < CLAIMS; claim++) {
    const evidence = await evidenceOf(entry, ours, file, work, at)
    const { verdict, until } = verdictOf(evidence, entry)
    if (verdict.is !== 'found') return follow(verdict, until, entry, evidence)
    const { account, step_of } = file
    if (await claimReceipts(at.deps.db, account, step_of, verdict.ids, at.deps.now())) {
      if (verdict.twice.length) entry.notes = [...(entry.notes ?? []), maybeTwice(verdict)]
      return { is: 'result', result: await step.result(verdict, results(at.progress)) }
    }
  }
  return ask([])
}

/** Looks once more at what is settled already, and says what the judge makes of it; nothing is claimed. */
export async function lookAgain(
  step: LookingStep,
  entry: Entry,
  work: Work,
  at: StepContext,
): Promise<{ verdict: Verdict; candidates: Candidate[]; open: readonly Seen[] }> {
  const ours = step.ours(results(at.progress))
  const file = fileOf(step, work, at)
  await look(step, entry, ours, file, at)
  const evidence = await evidenceOf(entry, ours, file, work, at)
  const { verdict } = verdictOf(evidence, entry)
  const shown = verdict.is === 'ask' ? verdict.candidates : []
  const candidates = candidatesFor(shown, looksOf(entry), evidence.scale.offset)
  return { verdict, candidates, open: candidatesOf(evidence) }
}

/** True when nobody else's step has these numbers; they are this one's from now on. */
export async function claimNumbers(
  step: LookingStep,
  work: Work,
  at: StepContext,
  ids: readonly string[],
): Promise<boolean> {
  const { account, step_of } = fileOf(step, work, at)
  return claimReceipts(at.deps.db, account, step_of, ids, at.deps.now())
}

interface File {
  account: PlatformAccount
  step_of: StepOfDelivery
}

function fileOf(step: LookingStep, work: Work, { token }: StepContext): File {
  const { platform, sandbox, workspace_id, id } = work
  const { platform_account_id } = token
  return {
    account: { platform, sandbox, platform_account_id },
    step_of: { workspace_id, delivery_id: id, step: step.name },
  }
}

/** Takes a look and keeps it. One that is refused is kept as one that showed nothing whole; any other failure is none. */
async function look(
  step: LookingStep,
  entry: Entry,
  ours: Ours,
  { account, step_of }: File,
  { progress, deps, heard }: StepContext,
) {
  const began = deps.now()
  const sends = entry.sends ?? []
  const first = sends[0]
  if (!first) throw new Error('No call was lost.')
  const { offset, error } = offsetOf(first.clock, heard.clock())
  const from = new Date(Date.parse(first.began_at) + offset - error)
  const number = (entry.looks ?? 0) + 1
  const looked = await step
    .look(results(progress), { from, look: number })
    .catch((failure: unknown) => {
      if (!(failure instanceof Failure) || failure.kind !== 'rejected') throw failure
      return { known: { is: 'unknown' as const }, seen: [], reach: 'part' as const }
    })
  entry.looks = number
  const ids = looked.seen.flatMap((one) => one.ids)
  const receipts = await receiptsAmong(deps.db, account, step_of, ids)
  const kept = keptLook(looked, ours, { at: began, clock: heard.clock(), receipts })
  kept.canary = await canaryOf(looked.seen, from, { account, step_of }, deps.db)
  addLook(entry, kept)
}

/** Whether our newest older receipt is shown, where the list goes back far enough to show it. */
async function canaryOf(
  seen: readonly { ids: string[]; at: number | null }[],
  from: Date,
  { account, step_of }: File,
  db: StepContext['deps']['db'],
): Promise<boolean | null> {
  const older = seen.flatMap(({ at }) => (at !== null && at < from.getTime() ? [at] : []))
  const oldest = Math.min(...older)
  if (!older.length) return null
  const after = new Date(Math.max(oldest + SETTLE, from.getTime() - RECENT))
  const id = await newestReceipt(db, account, step_of.step, { after, before: from })
  return id === undefined ? null : seen.some(({ ids }) => ids.includes(id))
}

/**
 * The judge's times are the platform's. Where our own pauses are divided (the experiment), its hours pass as much faster:
 * every time is told from the first call on.
 */
async function evidenceOf(
  entry: Entry,
  ours: Ours,
  { account, step_of }: File,
  work: Work,
  { binding, deps, heard }: StepContext,
): Promise<Evidence & { scale: Scale }> {
  const looks = looksOf(entry)
  const { pace } = deps
  const { look_after, settle = SETTLE } = binding.connector.manifest
  const sends = (entry.sends ?? []).map((send) => ({
    ...send,
    ...offsetOf(send.clock, looks.at(-1)?.clock ?? heard.clock()),
  }))
  const zero = Math.min(...sends.map((send) => Date.parse(send.began_at) + send.offset))
  const offset = sends[0]?.offset ?? 0
  const scale: Scale = { zero, offset, pace }
  const shown = looks.flatMap(({ seen }) => seen.flatMap((one) => one.ids))
  const named = entry.twin ? [entry.twin.id] : []
  const receipts = await receiptsAmong(deps.db, account, step_of, [...shown, ...named])
  return {
    scale,
    // A second call may have gone with uploads of its own.
    ours: {
      ...oursOf(ours),
      media: [...new Set([...ours.media, ...sends.flatMap((one) => one.media)])],
    },
    sends: sends.map((send) => ({
      at: told(Date.parse(send.began_at) + send.offset, scale),
      ended_at:
        send.ended_at === null ? null : told(Date.parse(send.ended_at) + send.offset, scale),
      error: send.error * pace,
      app: send.app,
      lost: send.lost,
      fetched: undefined,
    })),
    looks: looks.map((kept) => lookOf(kept, entry, scale)),
    receipts,
    rivals: await rivalsOf(entry, account, work, deps.db),
    rule: { looks: [...look_after], settle, twins: ours.twins },
    policy: 'look_then_send',
    deleted: work.deleted_at !== null,
    too_late: missedWindow(new Date(work.wanted_at), deps.now()),
    now: told(deps.now().getTime() + offset, scale),
  }
}

interface Scale {
  zero: number
  offset: number
  pace: number
}

const told = (time: number, { zero, pace }: Scale) => zero + (time - zero) * pace
/** By our clock. */
const untold = (time: number, { zero, pace, offset }: Scale) =>
  new Date(zero + (time - zero) / pace - offset)

function lookOf({ at, known, seen, reach, canary }: KeptLook, entry: Entry, scale: Scale): Look {
  const twin = twinOf(entry, seen, scale)
  return {
    at: told(Date.parse(at) + scale.offset, scale),
    known:
      twin ?? (known?.is === 'working' ? { ...known, again: told(known.again, scale) } : known),
    seen: seen.map(({ text: _, at: time, author, app, media, ...one }) => ({
      ...one,
      author,
      app,
      media,
      at: time === null ? null : told(time, scale),
    })),
    reach,
    canary,
  }
}

/** The second call was refused as a twin: what it names is there when a look shows it, or the platform has not denied it. */
function twinOf({ twin }: Entry, seen: KeptLook['seen'], scale: Scale): Look['known'] {
  if (!twin) return twin === undefined ? null : { is: 'twin', original: null }
  const entry = seen.find(({ ids }) => ids.includes(twin.id))
  const at = entry?.at ?? twin.at
  const there = twin.there || entry !== undefined
  return {
    is: 'twin',
    original: { id: twin.id, at: at === null ? null : told(at, scale), there },
  }
}

async function rivalsOf(
  entry: Entry,
  account: PlatformAccount,
  work: Work,
  db: StepContext['deps']['db'],
): Promise<Rival[]> {
  const began = entry.sends?.[0]?.began_at ?? ''
  const rivals = await rivalsIn(db, account, {
    workspace_id: work.workspace_id,
    delivery_id: work.id,
  })
  return rivals.map(({ ids, in_flight, began_at, id }) => ({
    ids,
    in_flight,
    older: began_at < began || (began_at === began && id < work.id),
  }))
}

function verdictOf(evidence: Evidence & { scale: Scale }, { denied }: Entry) {
  const verdict = judge(evidence)
  const until = 'until' in verdict ? untold(verdict.until, evidence.scale) : new Date(0)
  return { verdict: denied ? heeding(verdict, denied) : verdict, until }
}

/** A person has seen these and says that it is none of them: what is left to ask is what they were not shown. */
function heeding(verdict: Verdict, denied: readonly string[]): Verdict {
  if (verdict.is !== 'ask') return verdict
  const fresh = verdict.candidates.filter(({ ids }) => !ids.some((id) => denied.includes(id)))
  if (fresh.length) return { ...verdict, candidates: fresh }
  return { rule: verdict.rule, is: 'send', under: 'new_key' }
}

function follow(
  verdict: Exclude<Verdict, { is: 'found' }>,
  until: Date,
  entry: Entry,
  { scale }: { scale: Scale },
): Resolution {
  switch (verdict.is) {
    case 'landed':
      return { is: 'result', result: { platform_post_id: null, platform_url: null } }
    case 'refused':
      return over(entry, { kind: 'failed', code: verdict.code, message: verdict.words })
    case 'wait':
      return wait(until)
    case 'absent':
      return over(
        entry,
        verdict.why === 'deleted'
          ? givenUp()
          : verdict.why === 'too_late'
            ? tooLate()
            : refusedByGateway(),
      )
    case 'send':
      return { is: 'send', under: verdict.under }
    case 'ask':
      return ask(candidatesFor(verdict.candidates, looksOf(entry), scale.offset))
  }
}

/** Nothing of it is in doubt any more. */
function over(entry: Entry, decision: Decision): Resolution {
  delete entry.started_at
  delete entry.sends
  return { is: 'decision', decision }
}

function wait(at: Date): Resolution {
  return { is: 'decision', decision: { kind: 'come_back', at, message: null } }
}

function ask(candidates: readonly Candidate[]): Resolution {
  const { blocked_reason: reason, error_code: code, error_message } = OUTCOME_UNKNOWN
  const message = candidates.length
    ? 'Say which of the candidates is this post (retry with mark_published), or that none is (confirm_not_published): its answer was lost.'
    : error_message
  return { is: 'decision', decision: { kind: 'blocked', reason, code, message, candidates } }
}

function maybeTwice({ ids, twice }: { ids: string[]; twice: string[] }) {
  return `maybe_twice: the platform shows this post more than once (${[ids[0], ...twice].join(', ')}). Take one down.`
}

/** A call that is about to leave: kept before it does. */
export function beginSend(
  entry: Entry,
  ours: Ours,
  { at, clock, same_key }: { at: Date; clock: Send['clock']; same_key: boolean },
) {
  const { sends = [] } = entry
  const last = sends.at(-1)
  const { app, media } = ours
  const send = { began_at: at.toISOString(), clock, lost: 'silence' as const, app, media }
  // Under the same key it is the same call once more.
  entry.sends =
    same_key && last
      ? [...sends.slice(0, -1), { ...last, ended_at: null }]
      : [...sends, { ...send, ended_at: null }]
  entry.words = { text: ours.text, ...(ours.link === undefined ? {} : { link: ours.link }) }
  entry.started_at = entry.sends[0]?.began_at ?? send.began_at
  delete entry.cleared
}

/** How the last call was lost. */
export function endSend(entry: Entry, at: Date, lost: Send['lost']) {
  entry.sends = (entry.sends ?? []).map((send, index, all) =>
    index === all.length - 1 ? { ...send, ended_at: at.toISOString(), lost } : send,
  )
}
