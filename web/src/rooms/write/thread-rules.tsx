/** What becomes of a thread where a platform has none, and of what is too long for one that has. */
import { platformName } from '../../ui/platform-mark.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Switch } from '../../ui/switch.tsx'
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
  parts,
}: {
  store: Store
  composition: Composition
  chosen: readonly Account[]
  threads: (platform: string) => boolean
  /** As the service would send them, by account. */
  parts: Checked['parts']
}) {
  const { thread_as, split, account_threads } = composition
  const without = [
    ...new Set(
      chosen
        .filter(({ id, platform }) => !threads(platform) && !account_threads[id])
        .map(({ platform }) => platformName(platform)),
    ),
  ]
  const chained = chosen.some(({ platform }) => threads(platform))
  const own = chosen.filter(({ id }) => account_threads[id]).length
  const several = composition.parts.length > 0
  if (!several && split === 'none' && !own) return null
  const cut = chosen.filter(({ id }) => (parts[id]?.length ?? 0) > 1)
  return (
    <div className="grid gap-4 rounded-lg bg-sunk/70 p-4">
      {several && without.length > 0 && thread_as !== 'comments' && (
        <div data-place="thread" className="grid gap-2">
          <p className="text-sm text-muted">
            {words.thread.noThreads(list(without), without.length)}
          </p>
          <Switch
            label={words.thread.join}
            hint={words.thread.joinHint}
            checked={thread_as === 'join'}
            onChecked={(on) => store.change(() => ({ thread_as: on ? 'join' : 'refuse' }))}
          />
        </div>
      )}
      {several && thread_as === 'comments' && (
        <p className="text-sm text-muted">{words.thread.comments}</p>
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
