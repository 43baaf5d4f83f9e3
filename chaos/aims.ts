/** How often a person may be asked after a lost answer, by what the platform shows of a post. */
import { Progress, stepInDoubt } from '#rules/progress.ts'
import { type DeliveryRow, type Evidence, namesOf } from './evidence.ts'
import { kinds } from './kinds.ts'
import type { Entry, Ledger } from './ledger.ts'

interface Class {
  name: string
  /** Questions in 100 lost answers, at most; null where nobody can look, so that a person is always asked. */
  aim: number | null
}

/** With other people’s posts in one window of ten, and texts shown oddly. */
function classOf(
  { platform, platform_account_id, username }: DeliveryRow,
  { kind, options }: Pick<Entry, 'kind' | 'options'>,
): Class {
  const { media, parts } = kinds[kind]
  switch (platform) {
    case 'x':
      return media ? { name: 'x, with media', aim: 0 } : { name: 'x, texts', aim: 3 }
    case 'linkedin': {
      const isProfile = platform_account_id.startsWith('urn:li:person:')
      if (isProfile && media) return { name: 'linkedin, files on profiles', aim: null }
      // Their parts are comments: no program lists those of members, and no twin of one is known to be refused.
      if (isProfile && parts > 1) return { name: 'linkedin, threads on profiles', aim: null }
      return { name: 'linkedin', aim: 3 }
    }
    case 'pinterest':
    case 'google_business':
      return { name: platform, aim: 15 }
    case 'tiktok': {
      if (media !== 'image') return { name: 'tiktok, videos', aim: 0 }
      const hidden = username.startsWith('private.') || options['tiktok'] !== undefined
      return hidden
        ? { name: 'tiktok, photos not public', aim: null }
        : { name: 'tiktok, photos', aim: 15 }
    }
    default:
      return { name: platform, aim: 0 }
  }
}

export interface Asked extends Class {
  lost: number
  /** Of these, beside how many somebody else posted within ten minutes of the first call, on the workers' clock. */
  beside: number
  /** A person is asked, and one call was lost. */
  first: number
  /** Of these, beside others. */
  first_beside: number
  /** …and a later call was lost as well: two proofs of absence that failed alike are a question by plan. */
  later: number
}

/** Of any delivery; undefined where nobody knows its post. */
export function classesOf({ entries }: Ledger) {
  const byPost = new Map(entries.map((entry) => [entry.post_id, entry]))
  return (row: DeliveryRow): Class | undefined => {
    const entry = byPost.get(row.post_id)
    return entry && classOf(row, entry)
  }
}

/** Of the first call, in milliseconds of the experiment: it divides pauses by 30. Whether one is asked does not make it longer. */
const WINDOW = (10 * 60_000) / 30

/**
 * Of a hundred first lost answers how many would be asked about, were there other people's posts in one window of ten, which is what
 * the aims are said of: the experiment has them in a third. Null: of one of the two nothing is known.
 */
export function atOneInTen({ lost, beside, first, first_beside }: Asked): number | null {
  const alone = lost - beside
  if (alone === 0 || beside === 0) return null
  return 90 * ((first - first_beside) / alone) + 10 * (first_beside / beside)
}

export function askedBy(ledger: Ledger, evidence: Evidence) {
  const { deliveries } = evidence
  const classFor = classesOf(ledger)
  const asked = new Map<string, Asked>()
  const others = othersIn(evidence)
  for (const row of deliveries) {
    const own = classFor(row)
    if (!own) continue
    const sum = asked.get(own.name) ?? {
      ...own,
      lost: 0,
      beside: 0,
      first: 0,
      first_beside: 0,
      later: 0,
    }
    asked.set(own.name, sum)
    if (row.lost) sum.lost += 1
    const isBeside = row.lost && others(row)
    if (isBeside) sum.beside += 1
    if (!isUnknown(row)) continue
    const which = callsLost(row) > 1 ? 'later' : 'first'
    sum[which] += 1
    if (which === 'first' && isBeside) sum.first_beside += 1
  }
  return [...asked.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Whether somebody else's post appeared on its account soon after its first attempt. */
function othersIn({ attempts, others }: Evidence) {
  const byDelivery = Map.groupBy(attempts, ({ delivery_id }) => delivery_id)
  return (row: DeliveryRow) => {
    const sent = (byDelivery.get(row.id) ?? []).find(({ outcome }) => outcome !== 'later')
    if (!sent) return false
    const from = sent.started_at
    const to = new Date(Date.parse(from) + WINDOW).toISOString()
    return others.some(
      (other) =>
        other.platform === row.platform &&
        namesOf(row).includes(other.account) &&
        other.seen_at >= from &&
        other.seen_at <= to,
    )
  }
}

/** Of the step that a person is asked about: an earlier one may have been sent twice and found. */
export function callsLost({ steps }: DeliveryRow) {
  const progress = Progress.safeParse(steps).data ?? {}
  return progress[stepInDoubt(progress) ?? '']?.sends?.length ?? 0
}

export const isUnknown = ({ blocked_reason }: DeliveryRow) => blocked_reason === 'outcome_unknown'
