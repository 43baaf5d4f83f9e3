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
import { common } from '../../words/common.ts'
import { words } from '../../words/access.ts'
import { rich } from '../../ui/rich.tsx'

type Doing = { what: 'change' | 'revoke' | 'undo'; key: ApiKey }

export function Keys() {
  const here = useHere()
  const [making, setMaking] = useState(false)
  const add = here.owns && (
    <Button look="primary" icon="plus" onClick={() => setMaking(true)}>
      {words.keys.add}
    </Button>
  )
  return (
    <Page title={common.thing.keys} lead={words.keys.lead} actions={add}>
      {here.owns ? <List /> : <Notice kind="warn">{words.keys.owners}</Notice>}
      {making && <NewKey onClose={() => setMaking(false)} reopen={() => setMaking(true)} />}
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
    onSuccess: ({ name, leash }) => say(words.apps.pausedOrNot(name, leash.paused)),
  })

  return (
    <>
      <Loaded query={keys} what={words.keys.what}>
        {(list) =>
          list.length ? (
            <Rows label={common.thing.keys}>
              {list.map((key) => (
                <HolderRow
                  key={key.id}
                  name={key.name}
                  leash={key.leash}
                  accounts={accounts}
                  about={
                    <>
                      {rich(words.keys.about, {
                        keyPreview: <code className="font-mono">{key.key_preview}</code>,
                        time: <Ago at={key.created_at} />,
                      })}{' '}
                      {key.last_used_at === null ? (
                        words.apps.neverUsed
                      ) : (
                        <>{rich(words.apps.used, { time: <Ago at={key.last_used_at} /> })}</>
                      )}
                    </>
                  }
                  doings={[
                    { label: common.act.change, run: () => setDoing({ what: 'change', key }) },
                    {
                      label: key.leash.paused ? common.act.resume : common.act.pause,
                      run: () => pause.mutate(key),
                    },
                    { label: common.act.undoToday, run: () => setDoing({ what: 'undo', key }) },
                    { label: words.keys.revoke, run: () => setDoing({ what: 'revoke', key }) },
                  ]}
                />
              ))}
            </Rows>
          ) : (
            <Empty icon="key" title={words.keys.none}>
              {words.keys.noneText}
            </Empty>
          )
        }
      </Loaded>
      {doing?.what === 'change' && (
        <ChangeKey apiKey={doing.key} onClose={stop} reopen={() => setDoing(doing)} />
      )}
      {doing?.what === 'undo' && (
        <Undo
          name={doing.key.name}
          onClose={stop}
          run={() => here.crier.undoToday({ key_id: doing.key.id })}
        />
      )}
      {doing?.what === 'revoke' && (
        <Confirm
          title={words.keys.revokeTitle(doing.key.name)}
          action={words.keys.revoke}
          onClose={stop}
          run={async () => {
            await here.crier.revokeApiKey({ id: doing.key.id })
            await queries.invalidateQueries({ queryKey })
            say(words.keys.revoked(doing.key.name))
          }}
        >
          <p>{words.keys.revokeText}</p>
        </Confirm>
      )}
    </>
  )
}
