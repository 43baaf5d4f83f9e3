import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { pausedQuery } from '../../api/publishing.ts'
import { accountsQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { calledOf } from '../../ui/called.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page, Rows } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { AccountRow } from './account-row.tsx'
import { Pause, WholePaused } from './pausing.tsx'
import { Sets } from './sets.tsx'
import { common } from '../../words/common.ts'
import { list } from '../../words/format.ts'
import { words } from '../../words/accounts.ts'

export function Accounts() {
  const here = useHere()
  const accounts = useQuery(accountsQuery(here))
  const { connected, problem } = useSearch({ from: '/signed/inside' })
  const fresh = new Set((connected ?? '').split(',').filter(Boolean).map(Number))
  const paused = useQuery(pausedQuery(here)).data
  const [pausing, setPausing] = useState(false)
  const add = here.publishes && (
    <LinkButton to="/accounts/connect" look="primary" icon="plus">
      {common.act.connectAccount}
    </LinkButton>
  )
  return (
    <Page
      title={common.thing.accounts}
      lead={words.list.lead}
      actions={
        <>
          {here.publishes && paused?.workspace === null && (accounts.data?.length ?? 0) > 0 && (
            <Button icon="pause" onClick={() => setPausing(true)}>
              {words.pausing.pauseAll}
            </Button>
          )}
          {add}
        </>
      }
    >
      <WholePaused />
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
            {all.length > 0 && <Sets accounts={all} />}
          </>
        )}
      </Loaded>
      {pausing && <Pause onClose={() => setPausing(false)} />}
    </Page>
  )
}

function Arrived({ names }: { names: readonly { username: string; name: string }[] }) {
  if (!names.length) return null
  return <Notice kind="good">{words.list.arrived(list(names.map(calledOf)))}</Notice>
}
