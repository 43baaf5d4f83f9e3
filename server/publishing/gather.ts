/** What is known of a step in doubt: a look is taken and kept, and everything becomes evidence for the judge. */
import type { Looked, Ours } from '#platforms/evidence.ts'
import { Failure, type PublishingStep } from '#platforms/platform.ts'
import { missedWindow } from '#rules/delivery.ts'
import { type Entry, results, type Send } from '#rules/progress.ts'
import type { Work } from '#store/attempts.ts'
import { closePull, readPull } from '#store/pulls.ts'
import {
  newestReceipt,
  ofOthers,
  type PlatformAccount,
  type Receipt,
  receiptsAmong,
  receiptsOfApp,
  type StepOfDelivery,
} from '#store/receipts.ts'
import type { Db } from '#store/schema.ts'
import { offsetOf } from './clock.ts'
import type { Evidence, Look, Rival } from './evidence.ts'
import { claimsOf, factsOf, surelyOver } from './facts.ts'
import { addLook, type KeptLook, keptLook, looksOf, regraded } from './looks.ts'
import { areEqual, isOlder, mayShareTwin, rivalsIn } from './rivals.ts'
import { isWordless, oursOf } from './sights.ts'
import type { StepContext } from './step-context.ts'

/** Five minutes, unless the manifest knows of lists that lag. */
const SETTLE = 5 * 60_000
/** A list has to show what came in this time before it. */
const RECENT = 3 * 24 * 3_600_000

/** Posts of ours that may show what a platform calls our app; one that was renamed long ago shows another name. */
const OWN = { limit: 3, within: 30 * 24 * 3_600_000 }

/** Whose step it is: in the books of the platform's account, whichever workspaces hold it. */
export interface Place {
  account: PlatformAccount
  step_of: StepOfDelivery
}

export function placeOf(step: PublishingStep, work: Work, { token }: StepContext): Place {
  const { platform, sandbox, workspace_id, id } = work
  const { platform_account_id } = token
  return {
    account: { platform, sandbox, platform_account_id },
    step_of: { workspace_id, delivery_id: id, step: step.name },
  }
}

/** Takes a look and keeps it. One that is refused is kept as one that showed nothing whole; any other failure is none. */
export async function look(
  step: PublishingStep,
  entry: Entry,
  ours: Ours,
  { account, step_of }: Place,
  { progress, deps, heard }: StepContext,
) {
  const began = deps.now()
  const [first] = entry.sends ?? []
  if (!first) throw new Error('No call was lost.')
  const clocks = [...clocksOf(looksOf(entry)), heard.clock()]
  const { offset, error } = offsetOf(first.clock, clocks, deps.pace)
  const since = Date.parse(first.began_at) - error
  const number = (entry.looks ?? 0) + 1
  const own = await receiptsOfApp(deps.db, step_of, {
    began: new Date(first.began_at),
    after: new Date(began.getTime() - OWN.within),
    limit: OWN.limit,
  })
  const denied = entry.twin?.denied ? entry.twin.id : undefined
  const looked = await step
    .look(results(progress), {
      from: new Date(since + offset),
      ahead: offset,
      look: number,
      own,
      kept: entry.kept,
      denied,
    })
    .catch((failure: unknown): Looked => {
      if (!(failure instanceof Failure) || failure.kind !== 'rejected') throw failure
      return { known: { is: 'unknown' }, seen: [], reach: 'part' }
    })
  entry.looks = number
  const ids = [...looked.seen, ...(looked.own ?? [])].flatMap((one) => one.ids)
  const receipts = ofOthers(await receiptsAmong(deps.db, account, ids), step_of)
  const twice = (entry.sends?.length ?? 0) > 1
  const kept = keptLook(looked, ours, { at: began, clock: heard.clock(), receipts, twice })
  const ours_at = looked.seen.map((one) => ({
    ...one,
    at: one.at === null ? null : one.at - offset,
  }))
  if (denied !== undefined) kept.there = looked.there ?? false
  kept.canary = await canaryOf(ours_at, new Date(since), { account, step_of }, deps.db)
  addLook(entry, kept)
}

function clocksOf(looks: readonly KeptLook[]) {
  return looks.map(({ clock }) => clock)
}

/** Whether our newest older receipt is shown, where the list goes back far enough to show it. Times are ours. */
async function canaryOf(
  seen: readonly { ids: string[]; at: number | null }[],
  before: Date,
  { account, step_of }: Place,
  db: Db,
): Promise<boolean | null> {
  const older = seen.flatMap(({ at }) => (at !== null && at < before.getTime() ? [at] : []))
  if (!older.length) return null
  const after = new Date(Math.max(Math.min(...older) + SETTLE, before.getTime() - RECENT))
  const id = await newestReceipt(db, account, step_of.step, { after, before })
  return id === undefined ? null : seen.some(({ ids }) => ids.includes(id))
}

/**
 * The judge's times are the platform's. Where our own pauses are divided (the experiment), its hours pass as much faster:
 * every time is told from the first call on.
 */
export interface Scale {
  zero: number
  offset: number
  pace: number
}

const told = (time: number, { zero, pace }: Scale) => zero + (time - zero) * pace

/** A time of the judge's, by our clock. */
export const untold = (time: number, { zero, pace, offset }: Scale) =>
  new Date(zero + (time - zero) / pace - offset)

export async function evidenceOf(
  entry: Entry,
  ours: Ours,
  place: Place,
  work: Work,
  { binding, deps, heard }: StepContext,
): Promise<Evidence & { scale: Scale }> {
  const looks = looksOf(entry)
  const { look_after, settle = SETTLE } = binding.connector.manifest
  const clocks = looks.some(({ clock }) => clock) ? clocksOf(looks) : [heard.clock()]
  const measured = (send: Send) => offsetOf(send.clock, clocks, deps.pace)
  const app = appIn(looks)
  const sends = (entry.sends ?? []).map((send) => ({
    ...send,
    ...measured(send),
    app: send.app ?? app,
  }))
  const scale = scaleOf(sends, deps.pace)
  // Rivals have seen the same: whose numbers these are is asked once for all of them.
  const receipts = await receiptsAmong(deps.db, place.account, [
    ...numbersOf(looks),
    ...(entry.twin ? [entry.twin.id] : []),
  ])
  const sought = entry.recovered === 'sought' || entry.recovered === 'unseen'
  const isUncalled = sought && entry.called !== true
  const evidence: Evidence = {
    // A second call may have gone with uploads of its own.
    ours: {
      ...oursOf(ours),
      media: [...new Set([...ours.media, ...sends.flatMap((one) => one.media)])],
    },
    sends: sends.map((send) => sendOf(send, scale)),
    looks: looks.map((kept) => lookOf(kept, entry.twin, scale)),
    receipts: ofOthers(receipts, place.step_of),
    rivals: [],
    rule: { looks: [...look_after], settle, twins: ours.twins },
    // What is not there after a restore goes back to its turn: whether that comes is asked then, and no answer of it was lost that we know of.
    policy: isUncalled ? 'look_then_send' : work.in_doubt,
    sought,
    deleted: work.deleted_at !== null,
    too_late: !isUncalled && missedWindow(new Date(work.wanted_at), deps.now()),
    now: told(deps.now().getTime() + scale.offset, scale),
  }
  const db = deps.db
  evidence.sends = await Promise.all(
    evidence.sends.map(async (send, index) => {
      const fetched = await fetchedBy(sends[index], place.step_of, evidence, {
        db,
        now: deps.now(),
      })
      return { ...send, fetched }
    }),
  )
  const disputed = disputedOf(evidence, entry.twin)
  if (disputed.size > 0) {
    const seen = looks.map((kept) => ({
      ...kept,
      seen: kept.seen.filter(({ ids }) => ids.some((id) => disputed.has(id))),
    }))
    const about = { scale, looks: seen, receipts, db, wanted_at: work.wanted_at }
    evidence.rivals = await rivalsOf(evidence, entry, ours, place, about)
  }
  return { ...evidence, scale }
}

/** What rivals are asked about: all that is open to this step, and what it was refused as a twin of. As a rule that is nothing. */
function disputedOf(evidence: Evidence, twin: Entry['twin']): ReadonlySet<string> {
  const { open, entries } = factsOf(evidence)
  const named = entries.filter(({ ids }) => twin && ids.includes(twin.id))
  return new Set([...[...open, ...named].flatMap(({ ids }) => ids), ...(twin ? [twin.id] : [])])
}

/** What the platform calls our app, as long as every look that tells it tells the same. */
function appIn(looks: readonly KeptLook[]) {
  const [app, ...others] = new Set(looks.flatMap((look) => look.app ?? []))
  return app === undefined || others.length > 0 ? null : app
}

/**
 * Whether the platform came for the files of this call. Where there is no post without them, its addresses are closed once
 * whatever landed would be shown: who has not come by then never will have, and nothing need be waited for.
 */
async function fetchedBy(
  send: Send | undefined,
  step_of: StepOfDelivery,
  { sends, rule, now: at }: Evidence,
  { db, now }: { db: Db; now: Date },
): Promise<boolean | 'expired' | undefined> {
  if (!send?.files_fetched) return undefined
  const pull = { ...step_of, began: Date.parse(send.began_at) }
  if (send.files_fetched === 'told') return (await readPull(db, pull)) === 'fetched' || undefined
  const isOver = at >= surelyOver(sends) + rule.settle
  const state = isOver ? await closePull(db, pull, now) : await readPull(db, pull)
  if (state === undefined) return false
  return state === 'fetched' || 'expired'
}

function scaleOf(sends: readonly { began_at: string; offset: number }[], pace: number): Scale {
  const zero = Math.min(...sends.map((send) => Date.parse(send.began_at) + send.offset))
  return { zero, offset: sends[0]?.offset ?? 0, pace }
}

function sendOf(
  send: Send & { offset: number; error: number },
  scale: Scale,
): Evidence['sends'][number] {
  const { app, lost, offset, error } = send
  const time = (ours: string) => told(Date.parse(ours) + offset, scale)
  return {
    at: time(send.began_at),
    ended_at: send.ended_at === null ? null : time(send.ended_at),
    error,
    app,
    lost,
    fetched: undefined,
  }
}

function numbersOf(looks: readonly KeptLook[]) {
  return looks.flatMap(({ seen }) => seen.flatMap((one) => one.ids))
}

function lookOf(kept: KeptLook, twin: Entry['twin'], scale: Scale): Look {
  const { known, reach, canary, cut } = kept
  const working = known?.is === 'working'
  const at = told(Date.parse(kept.at) + scale.offset, scale)
  return {
    at,
    known:
      twinIn(kept, twin, scale) ??
      // When to ask again is a pause of ours, and passes as those do.
      (working ? { ...known, again: at + known.again - Date.parse(kept.at) } : known),
    seen: kept.seen.map(({ shown, at: shown_at, author, app, media, ...one }) => ({
      ...one,
      author,
      app,
      media,
      wordless: isWordless(shown.text),
      at: shown_at === null ? null : told(shown_at, scale),
    })),
    reach,
    canary,
    cut,
  }
}

/** The second call was refused as a twin: what it names is there when a look shows it, or the platform has not denied it. */
function twinIn(kept: KeptLook, twin: Entry['twin'], scale: Scale): Look['known'] {
  if (!twin) return twin === undefined ? null : { is: 'twin', original: null }
  const { id } = twin
  const entry = kept.seen.find(({ ids }) => ids.includes(id))
  const time = entry?.at ?? twin.at
  const at = time === null ? null : told(time, scale)
  const there = twin.there || entry !== undefined || kept.there === true
  if (there || !twin.denied) return { is: 'twin', original: { id, at, there } }
  const denied = kept.there === false ? 'again' : 'once'
  return { is: 'twin', original: { id, at, there, denied } }
}

/** Other steps of ours without a receipt, with what may be theirs of what this one saw. */
async function rivalsOf(
  evidence: Evidence,
  entry: Entry,
  ours: Ours,
  { account, step_of }: Place,
  {
    scale,
    looks,
    receipts,
    db,
    wanted_at,
  }: {
    scale: Scale
    looks: readonly KeptLook[]
    receipts: readonly Receipt[]
    db: Db
    wanted_at: string
  },
): Promise<Rival[]> {
  const sends = entry.sends ?? []
  const all = await rivalsIn(db, account, step_of, new Date(sends[0]?.began_at ?? ''))
  // On one account the clock is one: where no look tells it, our own calls do.
  const clocks = looks.some(({ clock }) => clock)
    ? clocksOf(looks)
    : sends.map(({ clock }) => clock)
  return all.map((rival): Rival => {
    const seen = regraded(looks, rival.ours)
    const twin = mayShareTwin(ours, rival.ours) ? entry.twin : undefined
    const theirs: Evidence = {
      ...evidence,
      ours: { ...oursOf(rival.ours), media: rival.sends.flatMap(({ media }) => media) },
      sends: rival.sends.map((send) => {
        const { error } = offsetOf(send.clock, clocks, scale.pace)
        return sendOf({ ...send, offset: scale.offset, error }, scale)
      }),
      looks: seen.map((look) => lookOf({ ...look, known: null }, twin, scale)),
      receipts: ofOthers(receipts, rival.step_of),
    }
    const isLater = areEqual(ours, rival.ours) && isOlder({ step_of, wanted_at, sends }, rival)
    // One that has its number stands in the way of guesses only.
    const yields = rival.settled || isLater
    const { in_flight, looked_for } = rival
    return { ids: claimsOf(theirs, evidence), in_flight, looked_for, yields }
  })
}
