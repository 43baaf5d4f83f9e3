/** Other steps of the account that are under way or in doubt: an entry that may be ours may be theirs. */
import { type Entry, isDone, Progress } from '#rules/progress.ts'
import { type PlatformAccount, rivalsOf, type StepOfDelivery } from '#store/receipts.ts'
import type { Db } from '#store/schema.ts'
import { looksOf } from './looks.ts'
import { gradeWords } from './words.ts'

export interface RivalStep {
  id: number
  /** Numbers of the entries that may be its own. */
  ids: string[]
  in_flight: boolean
  began_at: string
  words: NonNullable<Entry['words']>
  /** It is looked for, by us and not by a person. */
  looked_for: boolean
}

export async function rivalsIn(
  db: Db,
  account: PlatformAccount,
  own: Pick<StepOfDelivery, 'workspace_id' | 'delivery_id'>,
): Promise<RivalStep[]> {
  const rows = await rivalsOf(db, account, own)
  return rows.flatMap(({ id, status, steps }) => {
    const progress = Progress.safeParse(steps).data ?? {}
    return Object.values(progress).flatMap((entry): RivalStep[] => {
      const [first] = entry.sends ?? []
      if (!first || isDone(entry)) return []
      const seen = looksOf(entry).flatMap((look) => look.seen)
      return [
        {
          id,
          ids: seen.filter(({ words }) => words !== 'other').flatMap((one) => one.ids),
          in_flight: status === 'publishing' && entry.sends?.at(-1)?.ended_at === null,
          began_at: first.began_at,
          words: entry.words ?? { text: '' },
          looked_for: status === 'publishing',
        },
      ]
    })
  })
}

/** Whether an equal post of the account is being looked for: what is sent now could be taken for it. */
export async function hasTwinInDoubt(
  db: Db,
  account: PlatformAccount,
  own: Pick<StepOfDelivery, 'workspace_id' | 'delivery_id'>,
  ours: { text: string; link?: string | undefined },
): Promise<boolean> {
  const rivals = await rivalsIn(db, account, own)
  return rivals.some(
    ({ looked_for, in_flight, words }) =>
      looked_for && !in_flight && gradeWords(ours, { text: words.text }) !== 'other',
  )
}
