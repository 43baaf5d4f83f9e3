import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { accountsQuery } from '../../api/queries.ts'
import type { Account } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { calledOf, handleOf } from '../../ui/called.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { Badge } from '../../ui/notice.tsx'
import { useSay } from '../../ui/said.tsx'
import { Ago } from '../../ui/time.tsx'
import { Face } from '../../ui/face.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { connectAgain } from './again.ts'
import { Pause, Resume, usePausedAccounts } from './pausing.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/accounts.ts'
import { rich } from '../../ui/rich.tsx'

const health = {
  healthy: { tone: 'good', text: words.row.healthy },
  expiring: { tone: 'warn', text: words.row.expiring },
  needs_reconnect: { tone: 'danger', text: words.row.needsReconnect },
  disabled: { tone: 'danger', text: words.row.disabled },
} as const

export function AccountRow({ account }: { account: Account }) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const [leaving, setLeaving] = useState(false)
  const [asking, setAsking] = useState<'pause' | 'resume'>()
  const paused = usePausedAccounts().get(account.id)
  const { id, platform, kind, name, username, sandbox } = account
  const called = calledOf(account)
  const { tone, text } = health[account.health]

  async function disconnect() {
    await ask('DELETE', `/workspaces/${here.id}/accounts/${id}`)
    queries.setQueryData(accountsQuery(here).queryKey, (list) =>
      list?.filter((each) => each.id !== id),
    )
    say(words.row.disconnected(called))
  }

  return (
    <li
      id={`account-${account.id}`}
      className="flex scroll-mt-20 flex-wrap items-center gap-x-4 gap-y-3 p-4 target:bg-accent-soft/50 sm:px-5"
    >
      <Face name={name} avatar_url={account.avatar_url} platform={platform} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className="font-semibold wrap-anywhere">
            {name}
          </span>
          <Badge tone={tone}>{text}</Badge>
          {paused && <Badge tone="warn">{common.state.paused}</Badge>}
          {sandbox && <Badge>{common.thing.sandbox}</Badge>}
        </p>
        <p className="text-sm break-words text-muted">
          {rich(handleOf(account) === undefined ? words.row.aboutUnnamed : words.row.about, {
            platform: platformName(platform),
            kind: words.row.kinds[kind] ?? kind,
            username,
            time: <Ago at={account.connected_at} />,
          })}
        </p>
        {paused && (
          <p className="mt-1 text-sm text-warn">
            {rich(words.pausing.accountSince, { time: <Ago at={paused.since} /> })}
            {paused.reason !== null && <bdi> {common.paused.reason(paused.reason)}</bdi>}
          </p>
        )}
        {account.health_message !== null && (
          <p className="mt-1 text-sm text-danger">{account.health_message}</p>
        )}
      </div>
      {here.publishes && (
        <div className="flex flex-wrap gap-2">
          <Button
            small
            look={paused ? 'primary' : 'quiet'}
            onClick={() => setAsking(paused ? 'resume' : 'pause')}
            aria-label={paused ? words.pausing.resumeOne(called) : words.pausing.pauseOne(called)}
          >
            {paused ? common.act.resume : common.act.pause}
          </Button>
          <LinkButton
            small
            look={account.health === 'healthy' ? 'quiet' : 'primary'}
            {...connectAgain(account)}
            aria-label={words.row.reconnect(called, platformName(platform))}
          >
            {common.act.reconnect}
          </LinkButton>
          <Button
            small
            look="quiet"
            onClick={() => setLeaving(true)}
            aria-label={words.row.disconnect(called)}
          >
            {common.act.disconnect}
          </Button>
        </div>
      )}
      {asking === 'pause' && <Pause account={account} onClose={() => setAsking(undefined)} />}
      {asking === 'resume' && <Resume account={account} onClose={() => setAsking(undefined)} />}
      {leaving && (
        <Confirm
          title={words.row.disconnectTitle(called)}
          action={common.act.disconnect}
          run={disconnect}
          onClose={() => setLeaving(false)}
        >
          <p>{words.row.disconnectText(name, platformName(platform))}</p>
        </Confirm>
      )}
    </li>
  )
}
