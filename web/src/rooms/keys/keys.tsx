import type { ApiKey } from '@crier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { accountsQuery, keysQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, Rows } from '../../ui/page.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { HolderRow } from '../leash/holder-row.tsx'
import { Undo } from '../leash/undo.tsx'
import { ChangeKey, NewKey } from './key-form.tsx'

type Doing = { what: 'change' | 'revoke' | 'undo'; key: ApiKey }

export function Keys() {
  const here = useHere()
  const [making, setMaking] = useState(false)
  const add = here.owns && (
    <Button look="primary" icon="plus" onClick={() => setMaking(true)}>
      New key
    </Button>
  )
  return (
    <Page
      title="API keys"
      lead="For your own programs, scripts and the MCP clients that take a key. Each goes as far as its leash."
      actions={add}
    >
      {here.owns ? (
        <List />
      ) : (
        <Notice kind="warn">Keys are for owners. Ask one of them for a key.</Notice>
      )}
      {making && <NewKey onClose={() => setMaking(false)} />}
    </Page>
  )
}

function List() {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const keys = useQuery(keysQuery(here))
  const { data: accounts = [] } = useQuery(accountsQuery(here))
  const [doing, setDoing] = useState<Doing>()
  const stop = () => setDoing(undefined)
  const { queryKey } = keysQuery(here)

  // Shown at once; put back with a sentence when the service refuses.
  const pause = useMutation({
    mutationFn: ({ id, leash }: ApiKey) =>
      here.crier.updateApiKey({ id, leash: { paused: !leash.paused } }),
    onMutate: (key) => {
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, (list) =>
        list?.map((each) =>
          each.id === key.id
            ? { ...each, leash: { ...each.leash, paused: !key.leash.paused } }
            : each,
        ),
      )
      return before
    },
    onError: (error, _key, before) => {
      queries.setQueryData(queryKey, before)
      say(sentenceOf(error), failed)
    },
    onSuccess: ({ name, leash }) => say(`${name} is ${leash.paused ? 'paused' : 'resumed'}`),
  })

  return (
    <>
      <Loaded query={keys} what="keys">
        {(list) =>
          list.length ? (
            <Rows label="API keys">
              {list.map((key) => (
                <HolderRow
                  key={key.id}
                  name={key.name}
                  leash={key.leash}
                  accounts={accounts}
                  about={
                    <>
                      <code className="font-mono">{key.key_preview}</code> · made{' '}
                      <Ago at={key.created_at} /> ·{' '}
                      {key.last_used_at === null ? (
                        'never used'
                      ) : (
                        <>
                          used <Ago at={key.last_used_at} />
                        </>
                      )}
                    </>
                  }
                  doings={[
                    { label: 'Change', run: () => setDoing({ what: 'change', key }) },
                    { label: key.leash.paused ? 'Resume' : 'Pause', run: () => pause.mutate(key) },
                    { label: 'Undo today', run: () => setDoing({ what: 'undo', key }) },
                    { label: 'Revoke', run: () => setDoing({ what: 'revoke', key }) },
                  ]}
                />
              ))}
            </Rows>
          ) : (
            <Empty icon="key" title="No key yet">
              Make one for each program, so that each can be paused, limited and revoked by itself.
            </Empty>
          )
        }
      </Loaded>
      {doing?.what === 'change' && <ChangeKey apiKey={doing.key} onClose={stop} />}
      {doing?.what === 'undo' && (
        <Undo
          name={doing.key.name}
          onClose={stop}
          run={() => here.crier.undoToday({ key_id: doing.key.id })}
        />
      )}
      {doing?.what === 'revoke' && (
        <Confirm
          title={`Revoke ${doing.key.name}?`}
          action="Revoke"
          onClose={stop}
          run={async () => {
            await here.crier.revokeApiKey({ id: doing.key.id })
            await queries.invalidateQueries({ queryKey })
            say(`${doing.key.name} is revoked`)
          }}
        >
          <p>From its next request on it is refused, for ever. Its posts stay.</p>
        </Confirm>
      )}
    </>
  )
}
