/** What one press mends. Pure but for what it is given to do. */
import type { Account } from '../../api/types.ts'
import { platformName } from '../../ui/platform-mark.tsx'
import { words } from '../../words/en.ts'
import { list } from '../../words/format.ts'
import type { Problem } from '../../writing/checks.ts'
import type { Composition, Target } from '../../writing/composition.ts'
import { shortened } from '../../writing/limits.ts'
import type { Fix } from './problems.tsx'
import type { Limited } from './use-limits.ts'

export function fixesOf({
  composition,
  version,
  chosen,
  chain,
  threads,
  problems,
  split,
  change,
}: {
  composition: Composition
  version: Target | undefined
  chosen: readonly Account[]
  chain: readonly Limited[]
  threads: (platform: string) => boolean
  problems: readonly Problem[]
  split: (accounts: readonly Account[]) => void
  /** `shown`: the version that is looked at then. */
  change: (changes: Partial<Composition>, shown: Target | undefined) => void
}): Fix[] {
  const { variants, parts, split: cut, thread_as } = composition
  const fixes: Fix[] = []
  const chained = chosen.filter(({ platform }) => threads(platform))
  const long = chain.some(({ measures }) =>
    measures.some(({ platform, used, max }) => used > max && threads(platform)),
  )
  if (long && cut === 'none' && version === undefined && !Object.keys(variants).length)
    fixes.push({ key: 'split', label: words.thread.split, run: () => split(chained) })
  for (const [index, { key, text, measures }] of chain.entries()) {
    for (const each of measures) {
      // Of joined parts no single one is too long.
      const joined = parts.length > 0 && !threads(each.platform)
      if (each.used <= each.max || joined) continue
      const name = platformName(each.platform)
      if (key === undefined)
        fixes.push({
          key: each.platform,
          label: words.write.shorten(name),
          run: () => {
            const target: Target = version ?? `p:${each.platform}`
            change({ variants: { ...variants, [target]: shortened(each, text) } }, target)
          },
        })
      else
        fixes.push({
          key: `${each.platform} ${key}`,
          label: words.thread.shorten(index + 1, name),
          run: () =>
            change(
              {
                parts: parts.map((part) =>
                  part.key === key ? { ...part, text: shortened(each, text) } : part,
                ),
              },
              version,
            ),
        })
    }
  }
  const without = chosen.filter(({ platform }) => !threads(platform))
  if (problems.some(({ field }) => field === 'thread') && parts.length && thread_as === 'refuse')
    fixes.push({
      key: 'join',
      label: words.thread.joinFor(
        list([...new Set(without.map(({ platform }) => platformName(platform)))]),
      ),
      run: () => change({ thread_as: 'join' }, version),
    })
  return fixes
}
