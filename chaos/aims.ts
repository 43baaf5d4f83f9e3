/** How often a person may be asked after a lost answer, by what the platform shows of a post. */
import type { DeliveryRow, Evidence } from './evidence.ts'
import { kinds } from './kinds.ts'
import type { Ledger } from './ledger.ts'

interface Class {
  name: string
  /** Questions in 100 lost answers, at most. */
  aim: number
}

/** With other people’s posts in one window of ten, and texts shown oddly. */
function classOf(platform: string, media: 'image' | 'video' | undefined): Class {
  switch (platform) {
    case 'x':
      return media ? { name: 'x, with media', aim: 0 } : { name: 'x, texts', aim: 3 }
    case 'linkedin':
      return { name: platform, aim: 3 }
    case 'pinterest':
    case 'google_business':
      return { name: platform, aim: 15 }
    case 'tiktok':
      return media === 'image'
        ? { name: 'tiktok, photos', aim: 15 }
        : { name: 'tiktok, videos', aim: 0 }
    default:
      return { name: platform, aim: 0 }
  }
}

export interface Asked extends Class {
  lost: number
  unknown: number
}

export function askedBy({ entries }: Ledger, { deliveries }: Pick<Evidence, 'deliveries'>) {
  const byPost = new Map(entries.map((entry) => [entry.post_id, kinds[entry.kind].media]))
  const asked = new Map<string, Asked>()
  for (const row of deliveries) {
    const own = classOf(row.platform, byPost.get(row.post_id))
    const sum = asked.get(own.name) ?? { ...own, lost: 0, unknown: 0 }
    asked.set(own.name, sum)
    if (row.lost) sum.lost += 1
    if (isUnknown(row)) sum.unknown += 1
  }
  return [...asked.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}

export const isUnknown = ({ blocked_reason }: DeliveryRow) => blocked_reason === 'outcome_unknown'
