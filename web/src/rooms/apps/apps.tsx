import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UndoTodayAnswer } from '@crier/sdk'
import { ask, sentenceOf } from '../../api/ask.ts'
import { accountsQuery, grantsQuery } from '../../api/queries.ts'
import type { Grant } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { OutLink } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Card, Page, Rows, Section } from '../../ui/page.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { HolderRow } from '../leash/holder-row.tsx'
import { Undo } from '../leash/undo.tsx'
import { ChangeGrant } from './change-grant.tsx'
import { cursorLink, vsCodeLink } from './install.ts'

type Doing = { what: 'change' | 'revoke' | 'undo'; grant: Grant }

export function Apps() {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const grants = useQuery(grantsQuery(here.id))
  const { data: accounts = [] } = useQuery(accountsQuery(here))
  const [doing, setDoing] = useState<Doing>()
  const stop = () => setDoing(undefined)
  const stale = () => queries.invalidateQueries({ queryKey: grantsQuery(here.id).queryKey })
  const address = `${window.location.origin}/mcp-oauth`
  const at = ({ id }: Grant) => `/workspaces/${here.id}/grants/${id}`

  async function pause(grant: Grant) {
    try {
      await ask('PUT', at(grant), { paused: !grant.paused })
      say(`${grant.client.name} is ${grant.paused ? 'resumed' : 'paused'}`)
    } catch (error) {
      say(sentenceOf(error), failed)
    }
    await stale()
  }

  return (
    <Page
      title="Connected apps"
      lead="Assistants and other apps that somebody here let in. Each can be kept on a leash, paused, or sent away."
    >
      <Loaded query={grants} what="connected apps">
        {({ grants: list }) =>
          list.length ? (
            <Rows label="Connected apps">
              {list.map((grant) => (
                <HolderRow
                  key={grant.id}
                  name={grant.client.name}
                  leash={grant.leash}
                  accounts={accounts}
                  about={
                    <>
                      goes to {grant.redirect_host} · let in by {grant.person.name}{' '}
                      <Ago at={grant.created_at} /> ·{' '}
                      {grant.last_used_at === null ? (
                        'never used'
                      ) : (
                        <>
                          used <Ago at={grant.last_used_at} />
                        </>
                      )}
                    </>
                  }
                  doings={[
                    { label: 'Change', run: () => setDoing({ what: 'change', grant }) },
                    { label: grant.paused ? 'Resume' : 'Pause', run: () => void pause(grant) },
                    ...(here.edits
                      ? [{ label: 'Undo today', run: () => setDoing({ what: 'undo', grant }) }]
                      : []),
                    { label: 'Disconnect', run: () => setDoing({ what: 'revoke', grant }) },
                  ]}
                />
              ))}
            </Rows>
          ) : (
            <Empty icon="plug" title="No app is connected yet">
              Give the address below to your assistant: it asks you here, and then publishes for you
              as far as you allow.
            </Empty>
          )
        }
      </Loaded>
      <Section
        title="Connect an assistant"
        lead="Claude, ChatGPT, Cursor, VS Code and others take this address as a remote MCP server."
      >
        <Card>
          <div className="grid gap-3">
            <Copy text={address} label="Address of the MCP server" />
            <p className="flex flex-wrap gap-2">
              <OutLink href={cursorLink(address)}>Add to Cursor</OutLink>
              <OutLink href={vsCodeLink(address)}>Add to VS Code</OutLink>
            </p>
          </div>
        </Card>
      </Section>
      {doing?.what === 'change' && (
        <ChangeGrant grant={doing.grant} offered={grants.data?.toolsets ?? []} onClose={stop} />
      )}
      {doing?.what === 'undo' && (
        <Undo
          name={doing.grant.client.name}
          onClose={stop}
          run={() => ask<UndoTodayAnswer>('POST', `${at(doing.grant)}/undo-today`)}
        />
      )}
      {doing?.what === 'revoke' && (
        <Confirm
          title={`Disconnect ${doing.grant.client.name}?`}
          action="Disconnect"
          onClose={stop}
          run={async () => {
            await ask('DELETE', at(doing.grant))
            await stale()
            say(`${doing.grant.client.name} is disconnected`)
          }}
        >
          <p>From its next request on it is refused. It may ask again, and you decide again.</p>
        </Confirm>
      )}
    </Page>
  )
}
