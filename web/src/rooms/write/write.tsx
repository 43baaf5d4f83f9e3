/** The room in which a post is written: what was begun at this address, or something new. */
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { capabilitiesQuery } from '../../api/posts.ts'
import { accountsQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { words } from '../../words/write.ts'
import { type Composition, isBlank } from '../../writing/composition.ts'
import { composition } from '../../writing/store.ts'
import { Composer } from './composer.tsx'
import { Elsewhere } from './elsewhere.tsx'
import { OtherWorkspace } from './other-workspace.tsx'

export function Write() {
  const here = useHere()
  const { uuid } = useParams({ from: '/signed/inside/write/$uuid' })
  const search = useSearch({ from: '/signed/inside' })
  const accounts = useQuery(accountsQuery(here))
  const rules = useQuery(capabilitiesQuery(here))
  const store = useQuery({
    queryKey: ['composition', uuid],
    queryFn: () => composition(uuid, here.id, begunBy(search)),
    staleTime: Infinity,
    gcTime: 0,
    // What is written is kept on this device: no connection is needed to open it.
    networkMode: 'always',
  })
  const begun = store.data?.get()
  // Chosen while this was open, or before its address was opened again.
  if (begun && begun.workspace_id !== here.id)
    return <OtherWorkspace id={begun.workspace_id} text={begun.text} blank={isBlank(begun)} />
  if (!here.edits) return <Refused title={words.write.viewer} />
  return (
    <Loaded query={accounts} what={words.write.what}>
      {(list) =>
        list.length === 0 ? (
          <div className="p-6 sm:p-10">
            <Page title={words.write.title}>
              <Empty
                icon="share"
                title={words.write.noAccounts}
                action={
                  <LinkButton to="/accounts/connect" look="primary">
                    {words.write.connect}
                  </LinkButton>
                }
              >
                {words.write.noAccountsHint}
              </Empty>
            </Page>
          </div>
        ) : (
          <Loaded query={rules} what={words.write.what}>
            {(known) => (
              <Loaded query={store} what={words.write.what}>
                {(mine) => (
                  <Elsewhere store={mine}>
                    <Composer key={uuid} store={mine} accounts={list} rules={known} />
                  </Elsewhere>
                )}
              </Loaded>
            )}
          </Loaded>
        )
      }
    </Loaded>
  )
}

function Refused({ title }: { title: string }) {
  return (
    <div className="p-6 sm:p-10">
      <Page title={words.write.title} lead={title}>
        {null}
      </Page>
    </div>
  )
}

/** From an address: a bookmark, another program, a free place in the calendar. */
function begunBy(search: Record<string, string | undefined>): Partial<Composition> {
  const text = [search['text'], search['url']].filter(Boolean).join(' ')
  const at = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/.exec(search['at'] ?? '')
  const account_ids = (search['accounts'] ?? '').split(',').map(Number).filter(Number.isInteger)
  return {
    text,
    ...(at?.[1] && at[2] && { when: { way: 'at', date: at[1], time: at[2] } }),
    account_ids: account_ids.filter((id) => id > 0),
  }
}
