/** What becomes of a thread where a platform has none, and of what is too long for one that has. */
import { platformName } from '../../ui/platform-mark.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { words } from '../../words/write.ts'
import { list } from '../../words/format.ts'
import type { Checked } from '../../writing/checks.ts'
import type { Composition } from '../../writing/composition.ts'
import type { Account } from '../../api/types.ts'
import type { Store } from '../../writing/store.ts'

export function ThreadRules({
  store,
  composition,
  chosen,
  threads,
  comments,
  parts,
}: {
  store: Store
  composition: Composition
  chosen: readonly Account[]
  threads: (platform: string) => boolean
  comments: (platform: string) => boolean
  /** As the service would send them, by account. */
  parts: Checked['parts']
}) {
  const { thread_as, split, account_threads } = composition
  const without = [
    ...new Set(
      chosen
        .filter(({ id, platform }) => !threads(platform) && !account_threads[id])
        .map(({ platform }) => platform),
    ),
  ]
  const ways = (['refuse', 'join', 'comments'] as const).filter(
    (way) => way !== 'comments' || way === thread_as || without.some(comments),
  )
  const chained = chosen.some(({ platform }) => threads(platform))
  const own = chosen.filter(({ id }) => account_threads[id]).length
  const several = composition.parts.length > 0
  if (!several && split === 'none' && !own) return null
  const cut = chosen.filter(({ id }) => (parts[id]?.length ?? 0) > 1)
  return (
    <div className="grid gap-4 rounded-lg bg-sunk/70 p-4">
      {several && without.length > 0 && (
        <div data-place="thread" className="grid gap-1.5">
          <Segmented
            label={words.thread.noThreads(list(without.map(platformName)), without.length)}
            shown
            small
            value={thread_as}
            options={ways.map((value) => ({ value, label: words.thread.ways[value] }))}
            onValue={(value) => store.change(() => ({ thread_as: value }))}
          />
          <p className="text-sm text-muted">{words.thread.waysHint[thread_as]}</p>
        </div>
      )}
      {chained && (
        <div className="grid gap-1.5">
          <Segmented
            label={words.thread.cut}
            shown
            small
            value={split}
            options={(['none', 'plain', 'numbered'] as const).map((value) => ({
              value,
              label: words.thread.cuts[value],
            }))}
            onValue={(value) => store.change(() => ({ split: value }))}
          />
          {split !== 'none' && cut.length > 0 && (
            <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
              {cut.map(({ id, platform }) => (
                <li key={id}>
                  {words.thread.cutTo(platformName(platform), parts[id]?.length ?? 0)}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {own > 0 && <p className="text-sm text-muted">{words.thread.ownThreads(own)}</p>}
    </div>
  )
}
