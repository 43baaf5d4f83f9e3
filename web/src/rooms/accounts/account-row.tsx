import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { accountsQuery } from '../../api/queries.ts'
import type { Account } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Badge } from '../../ui/notice.tsx'
import { useSay } from '../../ui/said.tsx'
import { Ago } from '../../ui/time.tsx'
import { Face } from '../../ui/face.tsx'
import { platformName } from '../../ui/platform-mark.tsx'

const health = {
  healthy: { tone: 'good', text: 'Works' },
  expiring: { tone: 'warn', text: 'Expires soon' },
  needs_reconnect: { tone: 'danger', text: 'Reconnect it' },
  disabled: { tone: 'danger', text: 'Disabled' },
} as const

export function AccountRow({ account }: { account: Account }) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const [leaving, setLeaving] = useState(false)
  const { id, platform, kind, name, username, sandbox } = account
  const { tone, text } = health[account.health]

  async function disconnect() {
    await ask('DELETE', `/workspaces/${here.id}/accounts/${id}`)
    queries.setQueryData(accountsQuery(here).queryKey, (list) =>
      list?.filter((each) => each.id !== id),
    )
    say(`${username} is disconnected`)
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:px-5">
      <Face name={name} avatar_url={account.avatar_url} platform={platform} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold wrap-anywhere">{name}</span>
          <Badge tone={tone}>{text}</Badge>
          {sandbox && <Badge>Sandbox</Badge>}
        </p>
        <p className="text-sm break-words text-muted">
          {platformName(platform)} {kind} · {username} · connected <Ago at={account.connected_at} />
        </p>
        {account.health_message !== null && (
          <p className="mt-1 text-sm text-danger">{account.health_message}</p>
        )}
      </div>
      {here.edits && (
        <div className="flex gap-2">
          <LinkButton
            small
            look={account.health === 'healthy' ? 'quiet' : 'primary'}
            to="/accounts/connect"
            search={{ platform, sandbox: sandbox ? '1' : undefined }}
            aria-label={`Reconnect ${username}`}
          >
            Reconnect
          </LinkButton>
          <Button
            small
            look="quiet"
            onClick={() => setLeaving(true)}
            aria-label={`Disconnect ${username}`}
          >
            Disconnect
          </Button>
        </div>
      )}
      {leaving && (
        <Confirm
          title={`Disconnect ${username}?`}
          action="Disconnect"
          run={disconnect}
          onClose={() => setLeaving(false)}
        >
          <p>
            Crier’s access to {name} on {platformName(platform)} ends. What is scheduled there waits
            for a decision when its time comes; what is published stays.
          </p>
        </Confirm>
      )}
    </li>
  )
}
