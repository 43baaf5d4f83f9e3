/** How often a person may be asked after a lost answer, by what the platform shows of a post. */
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
  const { media } = kinds[kind]
  switch (platform) {
    case 'x':
      return media ? { name: 'x, with media', aim: 0 } : { name: 'x, texts', aim: 3 }
    case 'linkedin': {
      const hidden = media && platform_account_id.startsWith('urn:li:person:')
      return hidden
        ? { name: 'linkedin, files on profiles', aim: null }
        : { name: 'linkedin', aim: 3 }
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
  unknown: number
  /** Of the unknown, those whose second call was lost as well: two proofs of absence that failed alike are a question. */
  twice: number
}

export function askedBy({ entries }: Ledger, evidence: Evidence) {
  const { deliveries } = evidence
  const byPost = new Map(entries.map((entry) => [entry.post_id, entry]))
  const asked = new Map<string, Asked>()
  const others = othersIn(evidence)
  for (const row of deliveries) {
    const entry = byPost.get(row.post_id)
    if (!entry) continue
    const own = classOf(row, entry)
    const sum = asked.get(own.name) ?? { ...own, lost: 0, beside: 0, unknown: 0, twice: 0 }
    asked.set(own.name, sum)
    if (row.lost) sum.lost += 1
    if (row.lost && others(row)) sum.beside += 1
    if (isUnknown(row)) sum.unknown += 1
    if (isUnknown(row) && row.resent) sum.twice += 1
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

export const isUnknown = ({ blocked_reason }: DeliveryRow) => blocked_reason === 'outcome_unknown'
