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
import { common } from '../../words/common.ts'
import { words } from '../../words/access.ts'
import { rich } from '../../ui/rich.tsx'

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
      say(words.apps.pausedOrNot(grant.client.name, !grant.paused))
    } catch (error) {
      say(sentenceOf(error), failed)
    }
    await stale()
  }

  return (
    <Page title={common.thing.apps} lead={words.apps.lead}>
      <Loaded query={grants} what={words.apps.what}>
        {({ grants: list }) =>
          list.length ? (
            <Rows label={common.thing.apps}>
              {list.map((grant) => (
                <HolderRow
                  key={grant.id}
                  name={grant.client.name}
                  leash={grant.leash}
                  accounts={accounts}
                  about={
                    <>
                      {rich(words.apps.about, {
                        redirectHost: grant.redirect_host,
                        name: grant.person.name,
                        time: <Ago at={grant.created_at} />,
                      })}{' '}
                      {grant.last_used_at === null ? (
                        words.apps.neverUsed
                      ) : (
                        <>{rich(words.apps.used, { time: <Ago at={grant.last_used_at} /> })}</>
                      )}
                    </>
                  }
                  doings={[
                    { label: common.act.change, run: () => setDoing({ what: 'change', grant }) },
                    {
                      label: grant.paused ? common.act.resume : common.act.pause,
                      run: () => void pause(grant),
                    },
                    ...(here.edits
                      ? [
                          {
                            label: common.act.undoToday,
                            run: () => setDoing({ what: 'undo', grant }),
                          },
                        ]
                      : []),
                    {
                      label: common.act.disconnect,
                      run: () => setDoing({ what: 'revoke', grant }),
                    },
                  ]}
                />
              ))}
            </Rows>
          ) : (
            <Empty icon="plug" title={words.apps.none}>
              {words.apps.noneText}
            </Empty>
          )
        }
      </Loaded>
      <Section title={words.apps.connect} lead={words.apps.connectLead}>
        <Card>
          <div className="grid gap-3">
            <Copy text={address} label={words.apps.address} />
            <p className="flex flex-wrap gap-2">
              <OutLink href={cursorLink(address)}>{words.apps.cursor}</OutLink>
              <OutLink href={vsCodeLink(address)}>{words.apps.vscode}</OutLink>
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
          title={words.apps.disconnectTitle(doing.grant.client.name)}
          action={common.act.disconnect}
          onClose={stop}
          run={async () => {
            await ask('DELETE', at(doing.grant))
            await stale()
            say(words.apps.disconnected(doing.grant.client.name))
          }}
        >
          <p>{words.apps.disconnectText}</p>
        </Confirm>
      )}
    </Page>
  )
}
