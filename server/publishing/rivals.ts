/** Other steps of the account that have no receipt yet: an entry that may be ours may be theirs. */
import type { Ours } from '#platforms/evidence.ts'
import { isDone, owesItsNumber, Progress, type Send } from '#rules/progress.ts'
import { numbersIn } from '#store/attempts.ts'
import { type PlatformAccount, type Rival, rivalsOf, type StepOfDelivery } from '#store/receipts.ts'
import type { Db } from '#store/schema.ts'
import { gradeWords } from './words.ts'

export interface RivalStep {
  step_of: StepOfDelivery
  wanted_at: string | null
  ours: Ours
  sends: Send[]
  in_flight: boolean
  /** By us, and not by a person. */
  looked_for: boolean
  /** It was found by its words, and may have been another one. */
  settled: boolean
}

export async function rivalsIn(
  db: Db,
  account: PlatformAccount,
  own: Pick<StepOfDelivery, 'workspace_id' | 'delivery_id'>,
  /** When the first call of this step began. */
  since: Date,
): Promise<RivalStep[]> {
  return (await rivalsOf(db, account, own, new Date(since.getTime() - BEFORE))).flatMap(stepsOf)
}

/**
 * What went out so long before a call cannot be shown for the first time behind it: a call lasts half of it at most, and what
 * landed is shown within the other half.
 */
const BEFORE = 20 * 60_000

/** `wanted_at` is of use only where two are put in order. */
type Known = Omit<Rival, 'wanted_at'> & Partial<Pick<Rival, 'wanted_at'>>

function stepsOf({ workspace_id, id, status, wanted_at = null, steps }: Known): RivalStep[] {
  const progress = Progress.safeParse(steps).data ?? {}
  return Object.entries(progress).flatMap(([step, entry]): RivalStep[] => {
    const { sends = [], ours } = entry
    // What is out without a number has no receipt either, settled or waiting for it with what follows.
    const untold = status === 'published' && numbersIn(entry.result ?? null).length === 0
    const owed = untold || owesItsNumber(progress, step)
    const settled = isDone(entry) && !owed && entry.proof === 'words'
    if (!sends.length || !ours || (isDone(entry) && !owed && !settled)) return []
    return [
      {
        step_of: { workspace_id, delivery_id: id, step },
        wanted_at,
        ours,
        sends,
        in_flight: status === 'publishing' && sends.at(-1)?.ended_at === null,
        looked_for: status === 'publishing' && !isDone(entry),
        settled,
      },
    ]
  })
}

type Said = Pick<Ours, 'text' | 'link'>

/** Words that are not surely others: the one may be taken for the other. */
export function isTwin({ text, link }: Said, other: Said): boolean {
  const links = other.link === undefined ? [] : [{ as: null, address: other.link }]
  return gradeWords({ text, link }, { text: other.text, links }) !== 'other'
}

/** What the one is refused for as a twin may be the other's: a post of its kind, in its place. */
export function mayShareTwin(a: Ours, b: Ours): boolean {
  return a.role === b.role && a.parent === b.parent && isTwin(a, b)
}

/** The same post in everything: whichever of two landed, the other is to be sent. */
export function areEqual(a: Ours, b: Ours): boolean {
  return (
    a.text === b.text &&
    a.link === b.link &&
    a.role === b.role &&
    a.parent === b.parent &&
    !a.has_media &&
    !b.has_media
  )
}

interface Begun {
  step_of: StepOfDelivery
  wanted_at: string | null
  sends: readonly Pick<Send, 'began_at'>[]
}

/**
 * Two that one batch began have one time, and so have all that are looked for after a restore: then the times that they were to go
 * out at, and then their numbers, say which of them is the older, for both the same.
 */
export function isOlder(a: Begun, b: Begun): boolean {
  const order = ({ step_of, wanted_at, sends }: Begun) => {
    const { workspace_id, delivery_id, step } = step_of
    const wanted = wanted_at === null ? 0 : Date.parse(wanted_at)
    return [sends[0]?.began_at ?? '', wanted, workspace_id, delivery_id, step] as const
  }
  const [ours, theirs] = [order(a), order(b)]
  const index = ours.findIndex((one, place) => one !== theirs[place])
  return index >= 0 && (ours[index] ?? '') < (theirs[index] ?? '')
}

/** Whether a twin of it is being looked for: what is sent now could be taken for that one. */
export function hasTwinInDoubt(
  looked_for: readonly Known[],
  own: { workspace_id: number; id: number },
  ours: Ours,
): boolean {
  return looked_for
    .filter(({ workspace_id, id }) => workspace_id !== own.workspace_id || id !== own.id)
    .flatMap(stepsOf)
    .some((rival) => rival.looked_for && !rival.in_flight && isTwin(ours, rival.ours))
}
