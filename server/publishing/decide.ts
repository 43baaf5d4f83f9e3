/**
 * What is done about a step whose answer was lost: a look is taken when it is due, kept, and judged with all that is known;
 * the judge's word becomes what the attempt does next.
 */
import type { Ours } from '#platforms/evidence.ts'
import type { Json, PublishingStep } from '#platforms/platform.ts'
import { type Candidate, OUTCOME_UNKNOWN } from '#rules/delivery.ts'
import type { Finding } from '#rules/observer.ts'
import { type Entry, results, type Send } from '#rules/progress.ts'
import type { Work } from '#store/attempts.ts'
import { claimReceipts } from '#store/receipts.ts'
import { type Decision, givenUp, refusedByGateway, tooLate } from './decision.ts'
import type { Evidence, Seen, Verdict } from './evidence.ts'
import { candidatesOf, likenessesOf } from './facts.ts'
import { evidenceOf, look, placeOf, type Scale, untold } from './gather.ts'
import { judge } from './judge.ts'
import { candidatesFor, looksOf } from './looks.ts'
import type { StepContext } from './step-context.ts'

export type Resolution =
  /** It is out; this is what the step would have answered. */
  | { is: 'result'; result: Json }
  | { is: 'send'; under: 'same_key' | 'new_key' }
  | { is: 'decision'; decision: Decision }

/** Another one had claimed what was found: then it is judged again without it. */
const CLAIMS = 5

/** The doubt of one step: looks if it is time, and says what follows. Changes the entry; the caller saves it. */
export async function decide(
  step: PublishingStep,
  entry: Entry,
  work: Work,
  at: StepContext,
): Promise<Resolution> {
  const ours = step.ours(results(at.progress))
  const place = placeOf(step, work, at)
  const early = verdictOf(await evidenceOf(entry, ours, place, work, at), entry)
  if (early.until > at.deps.now()) return wait(early.until)
  let finding: Finding = 'failed'
  try {
    await look(step, entry, ours, place, at)
    const resolution = await conclusionOf(step, entry, work, at)
    finding = findingOf(resolution)
    return resolution
  } finally {
    const { platform, sandbox } = work
    at.deps.observer?.looked({ platform, sandbox, finding })
  }
}

function findingOf(resolution: Resolution): Finding {
  if (resolution.is !== 'decision') return resolution.is === 'send' ? 'send' : 'found'
  const { kind } = resolution.decision
  if (kind === 'come_back') return 'wait'
  return kind === 'blocked' ? 'ask' : 'over'
}

/** The judge's word on what is known now. */
async function conclusionOf(
  step: PublishingStep,
  entry: Entry,
  work: Work,
  at: StepContext,
): Promise<Resolution> {
  const ours = step.ours(results(at.progress))
  const place = placeOf(step, work, at)
  for (let claim = 0; claim < CLAIMS; claim++) {
    const evidence = await evidenceOf(entry, ours, place, work, at)
    const { verdict, until } = verdictOf(evidence, entry)
    if (verdict.is === 'ask') tellOf(verdict, evidence, step, work, at)
    if (verdict.is === 'landed') {
      entry.proof = 'key'
      tellWhenOut([], entry, evidence.scale.offset, at)
    }
    if (verdict.is !== 'found') return follow(verdict, until, entry, evidence)
    const { account, step_of } = place
    if (await claimReceipts(at.deps.db, account, step_of, verdict.ids, at.deps.now())) {
      entry.proof = verdict.proof
      tellWhenOut(verdict.ids, entry, evidence.scale.offset, at)
      if (verdict.twice.length) entry.notes = [...(entry.notes ?? []), maybeTwice(verdict)]
      return { is: 'result', result: await step.result(verdict, results(at.progress)) }
    }
  }
  return ask([])
}

/** Not when it was looked for. Of what another run may have sent nobody here knows when its call began. */
function tellWhenOut(
  ids: readonly string[],
  entry: Entry,
  offset: number,
  { deps }: Pick<StepContext, 'deps'>,
) {
  const shown = looksOf(entry)
    .flatMap(({ seen }) => seen)
    .find((one) => one.at !== null && one.ids.some((id) => ids.includes(id)))?.at
  const calls = (entry.sends ?? []).map(({ began_at }) => Date.parse(began_at))
  const began = entry.recovered === undefined ? calls.at(-1) : undefined
  const at = shown == null ? began : shown - offset
  if (at === undefined) return
  const time = Math.min(Math.max(at, ...calls.slice(0, 1)), deps.now().getTime())
  entry.out_at = new Date(time).toISOString()
}

/** For whoever wonders why they are asked: the row of the judge's table, and what there was to go by. */
function tellOf(
  { rule, why, candidates }: Extract<Verdict, { is: 'ask' }>,
  { sends, looks, rivals }: Evidence,
  { name }: PublishingStep,
  { workspace_id, post_id, id, platform }: Work,
  { deps }: StepContext,
) {
  const about = { workspace: workspace_id, post: post_id, delivery: id, platform, step: name }
  const [first] = sends
  const last = looks.at(-1)
  const evidence = {
    lost: sends.map(({ lost }) => lost),
    fetched: sends.map(({ fetched }) => fetched ?? null),
    looks: looks.length,
    reach: last?.reach,
    canary: last?.canary,
    rivals: rivals.length,
    // Seconds from our first call on, by the platform's clock.
    candidates: candidates.map(({ words, at, role }) => ({
      words,
      role,
      after: at === null || !first ? null : Math.round((at - first.at) / 1000),
    })),
  }
  deps.log.info({ ...about, rule, why, ...evidence }, 'a person is asked')
}

/** Looks once more at what is settled already, and says what the judge makes of it; nothing is claimed. */
export async function lookAgain(
  step: PublishingStep,
  entry: Entry,
  work: Work,
  at: StepContext,
): Promise<{
  verdict: Verdict
  candidates: Candidate[]
  open: readonly Seen[]
  alike: readonly Seen[]
}> {
  const ours = step.ours(results(at.progress))
  const place = placeOf(step, work, at)
  await look(step, entry, ours, place, at)
  const evidence = await evidenceOf(entry, ours, place, work, at)
  const { verdict } = verdictOf(evidence, entry)
  const shown = verdict.is === 'ask' ? verdict.candidates : []
  const candidates = candidatesFor(shown, looksOf(entry), evidence.scale.offset)
  const [open, alike] = [candidatesOf(evidence), likenessesOf(evidence)]
  return { verdict, candidates, open, alike }
}

/** True when nobody else's step has these numbers; they are this one's from now on. */
export async function claimNumbers(
  step: PublishingStep,
  work: Work,
  at: StepContext,
  ids: readonly string[],
): Promise<boolean> {
  const { account, step_of } = placeOf(step, work, at)
  return claimReceipts(at.deps.db, account, step_of, ids, at.deps.now())
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
  how: { at: Date; clock: Send['clock']; same_key: boolean; files_fetched?: Send['files_fetched'] },
) {
  const { sends = [] } = entry
  const last = sends.at(-1)
  const { app, media } = ours
  const { at, clock, same_key, files_fetched } = how
  const began = { began_at: at.toISOString(), clock, lost: 'silence' as const, app, media }
  const send = { ...began, ...(files_fetched && { files_fetched }) }
  // Under the same key it is the same call once more.
  entry.sends =
    same_key && last
      ? [...sends.slice(0, -1), { ...last, ended_at: null }]
      : [...sends, { ...send, ended_at: null }]
  entry.ours = ours
  entry.started_at = (sends[0] ?? send).began_at
  if (entry.recovered !== undefined) entry.called = true
  delete entry.cleared
  delete entry.kept
  // What a person said is said of the calls before this one.
  delete entry.denied
}

/** How the last call was lost. */
export function endSend(entry: Entry, at: Date, lost: Send['lost']) {
  entry.sends = (entry.sends ?? []).map((send, index, all) =>
    index === all.length - 1 ? { ...send, ended_at: at.toISOString(), lost } : send,
  )
}
