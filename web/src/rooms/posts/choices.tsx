/** What posts are narrowed by wherever they are shown: a control for each, and the accounts that they name. */
import { useQuery } from '@tanstack/react-query'
import { labelsQuery } from '../../api/posts.ts'
import { accountsQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { Choice } from '../../ui/choice.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { words } from '../../words/posts.ts'

type Field = 'account' | 'platform' | 'outcome' | 'label' | 'made'

export function useChoices(
  chosen: Partial<Record<Field, string | undefined>>,
  outcomes: readonly (keyof typeof words.find.outcomes)[],
  set: (changes: Partial<Record<Field, string | undefined>>) => void,
) {
  const here = useHere()
  const { data: accounts = [] } = useQuery(accountsQuery(here))
  const { data: labels = [] } = useQuery(labelsQuery(here))
  const { find } = words
  const platforms = [...new Set(accounts.map(({ platform }) => platform))]
  const there = labels.map(({ label }) => label)
  const known = [...new Set([...there, ...(chosen.label ? [chosen.label] : [])])].toSorted()
  const choice = (
    field: Field,
    label: string,
    whole: string,
    options: readonly { value: string; label: string }[],
  ) => (
    <Choice
      label={label}
      value={chosen[field] ?? ''}
      options={[{ value: '', label: whole }, ...options]}
      onValue={(value) => set({ [field]: value || undefined })}
    />
  )
  return {
    accounts,
    choice,
    account: choice(
      'account',
      find.account,
      find.anyAccount,
      accounts.map(({ id, name, platform }) => ({
        value: String(id),
        label: `${name} · ${platformName(platform)}`,
      })),
    ),
    platform: choice(
      'platform',
      find.platform,
      find.anyPlatform,
      platforms.map((value) => ({ value, label: platformName(value) })),
    ),
    outcome: choice(
      'outcome',
      find.outcome,
      find.anyOutcome,
      outcomes.map((value) => ({ value, label: find.outcomes[value] })),
    ),
    label:
      known.length > 0 &&
      choice(
        'label',
        find.label,
        find.anyLabel,
        known.map((value) => ({ value, label: value })),
      ),
  }
}
