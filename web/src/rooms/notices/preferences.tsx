import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, sentenceOf } from '../../api/ask.ts'
import { preferencesQuery } from '../../api/notices.ts'
import type { NoticeKind, NoticePreferences, Way } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { Rows } from '../../ui/page.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Settings } from '../settings/frame.tsx'
import { zones } from '../settings/zones.ts'
import { common } from '../../words/common.ts'
import { words } from '../../words/settings.ts'

const ways: readonly { value: Way; label: string }[] = [
  { value: 'off', label: words.notices.bellOnly },
  { value: 'daily', label: words.notices.daily },
  { value: 'at_once', label: words.notices.atOnce },
]

interface Changed {
  ways?: Partial<Record<NoticeKind, Way>>
  daily_at?: string
  timezone?: string | null
}

/** What is mailed to this person from this workspace. Every change is kept as it is made. */
export function Preferences() {
  const here = useHere()
  const query = useQuery(preferencesQuery(here.id))
  const queries = useQueryClient()
  const say = useSay('notices')
  const { queryKey } = preferencesQuery(here.id)
  const change = useMutation({
    mutationFn: (now: Changed) =>
      ask<NoticePreferences>('PUT', `/workspaces/${here.id}/notices/preferences`, { ...now }),
    // Shown as chosen; what was refused is asked for again.
    onMutate: ({ ways: chosen }) =>
      queries.setQueryData(
        queryKey,
        (before) =>
          before && {
            ...before,
            kinds: before.kinds.map((each) => ({ ...each, way: chosen?.[each.kind] ?? each.way })),
          },
      ),
    onSuccess: (now) => {
      queries.setQueryData(queryKey, now)
      say(words.notices.kept)
    },
    onError: (error) => say(sentenceOf(error), failed),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  return (
    <Settings title={common.thing.notices} lead={words.notices.lead(here.workspace.name)}>
      <Loaded query={query} what={words.notices.what} rows={5}>
        {({ kinds, daily_at, timezone, own_timezone, workspace_timezone }) => (
          <div className="grid gap-6">
            <Rows label={words.notices.kinds}>
              {kinds.map(({ kind, way }) => (
                <li
                  key={kind}
                  className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 p-4 sm:px-5"
                >
                  <span className="min-w-0 flex-1 basis-56">{words.notices.kindNames[kind]}</span>
                  <Segmented
                    small
                    label={words.notices.kindNames[kind]}
                    value={way}
                    options={ways}
                    onValue={(now) => change.mutate({ ways: { [kind]: now } })}
                  />
                </li>
              ))}
            </Rows>
            <div className="grid gap-4 sm:grid-cols-2">
              <label className="grid content-start gap-1.5 text-sm font-medium">
                {words.notices.dailyAt}
                <input
                  type="time"
                  defaultValue={daily_at.slice(0, 5)}
                  onBlur={({ target: { value } }) => {
                    if (value && value !== daily_at.slice(0, 5)) change.mutate({ daily_at: value })
                  }}
                  className="control font-normal"
                />
              </label>
              <label className="grid content-start gap-1.5 text-sm font-medium">
                {words.notices.zone}
                <select
                  value={timezone ?? ''}
                  onChange={({ target: { value } }) => change.mutate({ timezone: value || null })}
                  className="control font-normal"
                >
                  <option value="">
                    {own_timezone === null
                      ? words.notices.workspaceZone(workspace_timezone)
                      : words.notices.ownZone(own_timezone)}
                  </option>
                  {zones(timezone ?? own_timezone ?? workspace_timezone).map((zone) => (
                    <option key={zone} value={zone}>
                      {zone}
                    </option>
                  ))}
                </select>
              </label>
            </div>
          </div>
        )}
      </Loaded>
    </Settings>
  )
}
