/** Which days, beside which, of which posts: all of it in the address. */
import { useQuery } from '@tanstack/react-query'
import { labelsQuery } from '../../api/posts.ts'
import { accountsQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { words } from '../../words/analytics.ts'
import { common } from '../../words/common.ts'
import { compares, ranges, type Search, type Sought } from './asked.ts'

export function Head({
  sought,
  today,
  set,
}: {
  sought: Sought
  today: string
  set: (changes: Search) => void
}) {
  const here = useHere()
  const { data: accounts = [] } = useQuery(accountsQuery(here))
  const { data: labels = [] } = useQuery(labelsQuery(here))
  const { asked } = words
  const platforms = [...new Set(accounts.map(({ platform }) => platform))].toSorted()
  const there = labels.map(({ label }) => label)
  const known = [...new Set([...there, ...(sought.label ? [sought.label] : [])])].toSorted()
  const filtered = sought.account ?? sought.platform ?? sought.label
  const date = (field: 'from' | 'to', label: string) => (
    <label className="grid min-w-0 flex-1 gap-1 text-sm font-medium sm:flex-none">
      {label}
      <input
        type="date"
        value={sought[field]}
        max={field === 'to' ? today : sought.to}
        min={field === 'to' ? sought.from : undefined}
        onChange={({ target }) => {
          if (target.value) set({ from: sought.from, to: sought.to, [field]: target.value })
        }}
        className="control min-w-0 font-normal"
      />
    </label>
  )
  return (
    <search
      aria-label={asked.label}
      className="flex flex-wrap items-end gap-2 rounded-lg border border-line bg-card p-3 shadow-card"
    >
      <Pick
        label={asked.range}
        value={sought.range}
        options={ranges.map((value) => ({ value, label: asked.ranges[value] }))}
        onValue={(range) =>
          set(
            range === 'own'
              ? { range: undefined, from: sought.from, to: sought.to }
              : { range, from: undefined, to: undefined },
          )
        }
      />
      {sought.range === 'own' && (
        <div className="flex flex-1 gap-2 sm:flex-none">
          {date('from', asked.from)}
          {date('to', asked.to)}
        </div>
      )}
      <Pick
        label={asked.compare}
        value={sought.compare}
        options={compares.map((value) => ({ value, label: asked.compares[value] }))}
        onValue={(compare) => set({ compare })}
      />
      <Pick
        label={asked.platform}
        value={sought.platform ?? ''}
        options={[
          { value: '', label: asked.allPlatforms },
          ...platforms.map((value) => ({ value, label: platformName(value) })),
        ]}
        onValue={(platform) => set({ platform: platform || undefined, account: undefined })}
      />
      <Pick
        // Names are longer than other choices.
        wide
        label={asked.account}
        value={sought.account ?? ''}
        options={[
          { value: '', label: asked.allAccounts },
          ...accounts
            .filter(({ platform }) => !sought.platform || platform === sought.platform)
            .map(({ id, name, platform }) => ({
              value: String(id),
              label: `${name} · ${platformName(platform)}`,
            })),
        ]}
        onValue={(account) => set({ account: account || undefined })}
      />
      {known.length > 0 && (
        <Pick
          label={asked.label_}
          value={sought.label ?? ''}
          options={[
            { value: '', label: asked.allLabels },
            ...known.map((value) => ({ value, label: value })),
          ]}
          onValue={(label) => set({ label: label || undefined })}
        />
      )}
      {filtered !== undefined && (
        <Button
          look="quiet"
          icon="cross"
          onClick={() => set({ account: undefined, platform: undefined, label: undefined })}
        >
          {common.act.clearFilters}
        </Button>
      )}
    </search>
  )
}

function Pick<Value extends string>({
  wide = false,
  ...choice
}: Parameters<typeof Choice<Value>>[0] & { wide?: boolean }) {
  return (
    <div className={`min-w-0 flex-1 sm:max-w-52 ${wide ? 'basis-36 sm:basis-60' : 'basis-36'}`}>
      <Choice {...choice} />
    </div>
  )
}
