/** Why a post may not go out as it stands. Pure. */
import type { Account } from '../../api/types.ts'
import { words } from '../../words/write.ts'
import { type Composition, isBlank, type When } from '../../writing/composition.ts'
import type { Problem } from '../../writing/patch.ts'

/** What is said, and where it is mended. */
export interface Reason {
  text: string
  field: string
}

export interface Standing {
  composition: Composition
  chosen: readonly Account[]
  /** For files that are on their way. */
  waits: boolean
  /** A file that nobody has any more. */
  lost: boolean
  /** What the service says stops it. */
  problems: readonly Problem[]
}

/** Undefined: nothing stands in the way of it, going out this way. */
export function reasonAgainst(
  { composition, chosen, waits, lost, problems }: Standing,
  way: When['way'],
): Reason | undefined {
  if (isBlank(composition)) return { text: words.write.empty, field: 'content' }
  if (lost) return { text: words.write.lostFiles, field: 'media_ids' }
  if (waits) return { text: words.write.waitForFiles, field: 'media_ids' }
  if (way === 'draft') return undefined
  if (!chosen.length) return { text: words.write.noneChosen, field: 'social_account_ids' }
  const lacking = tiktokLacks(composition, chosen)
  if (lacking) return { text: lacking, field: 'platform_options.tiktok.privacy_level' }
  const [first] = problems
  if (first) return { text: words.write.problems(problems.length), field: first.field }
  return undefined
}

/** Why a post may not be sent to TikTok yet; undefined when it may. */
function tiktokLacks(
  { options }: Pick<Composition, 'options'>,
  accounts: readonly Pick<Account, 'platform'>[],
): string | undefined {
  if (!accounts.some(({ platform }) => platform === 'tiktok')) return undefined
  return options['tiktok']?.['privacy_level'] === undefined ? words.write.tiktokLevel : undefined
}
