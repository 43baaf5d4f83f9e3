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
  /** Of these, beside how many somebody else posted while they were looked for. */
  beside: number
  /** A person is asked, and one call was lost. */
  first: number
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

export function askedBy(ledger: Ledger, evidence: Evidence) {
  const { deliveries } = evidence
  const classFor = classesOf(ledger)
  const asked = new Map<string, Asked>()
  const others = othersIn(evidence)
  for (const row of deliveries) {
    const own = classFor(row)
    if (!own) continue
    const sum = asked.get(own.name) ?? { ...own, lost: 0, beside: 0, first: 0, later: 0 }
    asked.set(own.name, sum)
    if (row.lost) sum.lost += 1
    if (row.lost && others(row)) sum.beside += 1
    if (isUnknown(row)) sum[callsLost(row) > 1 ? 'later' : 'first'] += 1
  }
  return [...asked.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Whether somebody else's post appeared on its account between its first attempt and its last. */
function othersIn({ attempts, others }: Evidence) {
  const byDelivery = Map.groupBy(attempts, ({ delivery_id }) => delivery_id)
  return (row: DeliveryRow) => {
    const sent = (byDelivery.get(row.id) ?? []).filter(({ outcome }) => outcome !== 'later')
    const [from = '', to = ''] = [sent[0]?.started_at, sent.at(-1)?.finished_at ?? undefined]
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
