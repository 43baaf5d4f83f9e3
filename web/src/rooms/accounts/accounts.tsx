import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { accountsQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, Rows } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { AccountRow } from './account-row.tsx'
import { common } from '../../words/common.ts'
import { list } from '../../words/format.ts'
import { words } from '../../words/accounts.ts'

export function Accounts() {
  const here = useHere()
  const accounts = useQuery(accountsQuery(here))
  const { connected, problem } = useSearch({ from: '/signed/inside' })
  const fresh = new Set((connected ?? '').split(',').filter(Boolean).map(Number))
  const add = here.edits && (
    <LinkButton to="/accounts/connect" look="primary" icon="plus">
      {common.act.connectAccount}
    </LinkButton>
  )
  return (
    <Page title={common.thing.accounts} lead={words.list.lead} actions={add}>
      {problem !== undefined && <Notice kind="danger">{words.list.noneOffered}</Notice>}
      <Loaded query={accounts} what={words.list.what}>
        {(all) => (
          <>
            {fresh.size > 0 && <Arrived names={all.filter(({ id }) => fresh.has(id))} />}
            {all.length === 0 ? (
              <Empty icon="share" title={words.list.none} action={add}>
                {words.list.noneText}
              </Empty>
            ) : (
              <Rows label={common.thing.accounts}>
                {all.map((account) => (
                  <AccountRow key={account.id} account={account} />
                ))}
              </Rows>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Arrived({ names }: { names: readonly { username: string }[] }) {
  if (!names.length) return null
  return (
    <Notice kind="good">{words.list.arrived(list(names.map(({ username }) => username)))}</Notice>
  )
}
