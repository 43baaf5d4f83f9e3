/** What was before and after: texts word by word, all else as somebody reads it. */
import type { ListActivityAnswer } from '@crier/sdk'
import { useQuery } from '@tanstack/react-query'
import { accountsQuery } from '../../api/queries.ts'
import type { Account } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { calledOf } from '../../ui/called.ts'
import { platformName } from '../../ui/platform-mark.tsx'
import { exact } from '../../ui/time.tsx'
import { words as ofPosts } from '../../words/posts.ts'
import { words } from '../../words/settings.ts'
import { diffWords } from '../post/diff.ts'
import { textOf } from '../post/goes-out.ts'
import { Changes } from '../review/changes.tsx'

type Changed = NonNullable<ListActivityAnswer['data'][number]['changes']>[number]

export function BeforeAfter({ changes }: { changes: readonly Changed[] }) {
  const here = useHere()
  const { data: accounts = [] } = useQuery(accountsQuery(here))
  const shown = (field: string, value: unknown) => said(field, value, accounts)
  return (
    <Changes
      changes={changes.map(({ field, before, after }) => ({
        what: fieldName(field),
        pieces: diffWords(shown(field, before), shown(field, after)),
      }))}
    />
  )
}

/** As a heading. */
export function fieldName(field: string) {
  const known: Readonly<Record<string, string>> = words.activity.fields
  return known[field] ?? field.replaceAll('_', ' ')
}

function said(field: string, value: unknown, accounts: readonly Account[]): string {
  if (value === null || value === undefined) return ''
  if (field === 'scheduled_at' && typeof value === 'string') return exact(value)
  if (field === 'social_account_ids' && Array.isArray(value))
    return value.map((id) => accountName(id, accounts)).join(', ')
  if (field === 'platform_content' && Array.isArray(value))
    return value.map((own: object) => ownOf(own, accounts)).join('\n')
  return textOf(value)
}

function ownOf(own: object, accounts: readonly Account[]) {
  const { account_id, ...rest } = { account_id: undefined as unknown, ...own }
  return `${accountName(account_id, accounts)}: ${textOf(rest)}`
}

function accountName(id: unknown, accounts: readonly Account[]) {
  const account = accounts.find((each) => each.id === id)
  return account
    ? `${calledOf(account)} (${platformName(account.platform)})`
    : ofPosts.revisions.goneAccount
}
