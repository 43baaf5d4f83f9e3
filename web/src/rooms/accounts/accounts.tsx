import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { accountsQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, Rows } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { AccountRow } from './account-row.tsx'

export function Accounts() {
  const here = useHere()
  const accounts = useQuery(accountsQuery(here))
  const { connected, problem } = useSearch({ from: '/signed/inside' })
  const fresh = new Set((connected ?? '').split(',').filter(Boolean).map(Number))
  const add = here.edits && (
    <LinkButton to="/accounts/connect" look="primary" icon="plus">
      Connect an account
    </LinkButton>
  )
  return (
    <Page title="Accounts" lead="Where you publish, and whether it works." actions={add}>
      {problem !== undefined && (
        <Notice kind="danger">
          The platform offered no account. Sign in there as somebody who has one, and connect again.
        </Notice>
      )}
      <Loaded query={accounts} what="accounts">
        {(list) => (
          <>
            {fresh.size > 0 && <Arrived names={list.filter(({ id }) => fresh.has(id))} />}
            {list.length === 0 ? (
              <Empty icon="share" title="No account is connected yet" action={add}>
                Connect the first one, and you can publish to it from here, through the API, or from
                your assistant.
              </Empty>
            ) : (
              <Rows label="Accounts">
                {list.map((account) => (
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
  const list = new Intl.ListFormat('en').format(names.map(({ username }) => username))
  return <Notice kind="good">Connected: {list}. You can publish there now.</Notice>
}
