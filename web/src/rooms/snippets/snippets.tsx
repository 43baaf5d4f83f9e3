/** All snippets of the workspace: found, made, changed and deleted, also by whoever writes nothing just now. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountsQuery } from '../../api/queries.ts'
import type { Account } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { calledOf } from '../../ui/called.ts'
import { Badge } from '../../ui/notice.tsx'
import { Rows } from '../../ui/page.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { list } from '../../words/format.ts'
import { words } from '../../words/snippets.ts'
import type { Snippet } from '../../writing/snippets.ts'
import { Settings } from '../settings/frame.tsx'
import { Edit } from './edit.tsx'
import { ChangeOrRemove, plain, Remove, search, snippetsQuery } from './parts.tsx'

type Open = 'new' | { change: Snippet } | { remove: Snippet }

export function SnippetsRoom() {
  const here = useHere()
  const query = useQuery(snippetsQuery(here))
  const { data: accounts = [] } = useQuery(accountsQuery(here))
  const [open, setOpen] = useState<Open>()
  const [wanted, setWanted] = useState('')
  const [kind, setKind] = useState('')
  const close = () => setOpen(undefined)
  const add = here.publishes && (
    <Button icon="plus" look="primary" onClick={() => setOpen('new')}>
      {words.add}
    </Button>
  )
  return (
    <Settings title={words.title} lead={words.lead}>
      <Loaded query={query} what={words.what}>
        {(all) => {
          if (!all.length)
            return (
              <Empty icon="copy" title={words.noneYet} action={add}>
                {words.lead}
              </Empty>
            )
          const found = search(all, wanted).filter((each) => kind === '' || each.kind === kind)
          return (
            <>
              <div className="flex flex-wrap items-center gap-3">
                <input
                  type="search"
                  value={wanted}
                  onChange={({ target }) => setWanted(target.value)}
                  aria-label={words.search}
                  placeholder={words.search}
                  className="control min-w-0 flex-1 basis-52"
                />
                <select
                  aria-label={words.kind}
                  value={kind}
                  onChange={({ target }) => setKind(target.value)}
                  className="control w-auto"
                >
                  <option value="">{words.anyKind}</option>
                  {[...plain, 'template' as const].map((each) => (
                    <option key={each} value={each}>
                      {words.kinds[each]}
                    </option>
                  ))}
                </select>
                {add}
              </div>
              {found.length ? (
                <Rows label={words.title}>
                  {found.map((each) => (
                    <Row
                      key={each.id}
                      snippet={each}
                      accounts={accounts}
                      open={here.publishes ? setOpen : undefined}
                    />
                  ))}
                </Rows>
              ) : (
                <p className="text-muted">{words.notFound}</p>
              )}
            </>
          )
        }}
      </Loaded>
      {open === 'new' && <Edit accounts={accounts} onClose={close} reopen={() => setOpen('new')} />}
      {open && open !== 'new' && 'change' in open && (
        <Edit
          snippet={open.change}
          accounts={accounts}
          onClose={close}
          reopen={() => setOpen(open)}
        />
      )}
      {open && open !== 'new' && 'remove' in open && (
        <Remove snippet={open.remove} onClose={close} />
      )}
    </Settings>
  )
}

function Row({
  snippet,
  accounts,
  open,
}: {
  snippet: Snippet
  accounts: readonly Account[]
  open: ((open: Open) => void) | undefined
}) {
  const { name, kind, content, first_comment, platform_content, platform_options } = snippet
  const own = platform_content.flatMap(({ account_id, content: text }) => {
    const account = accounts.find(({ id }) => id === account_id)
    return account && text !== undefined ? [calledOf(account)] : []
  })
  const options = Object.keys(platform_options).map(platformName)
  const facts = [
    ...(first_comment === null ? [] : [words.kinds.first_comment]),
    ...(own.length ? [words.ownFor(list(own))] : []),
    ...(options.length ? [words.optionsFor(list(options))] : []),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-semibold wrap-anywhere">{name}</bdi>
          <Badge>{words.kinds[kind]}</Badge>
        </p>
        <p dir="auto" className="line-clamp-3 text-sm wrap-anywhere whitespace-pre-line text-muted">
          {content}
        </p>
        {facts.length > 0 && <p className="text-sm text-muted">{facts.join(' · ')}</p>}
      </div>
      {open && (
        <div className="flex flex-wrap gap-2">
          <ChangeOrRemove snippet={snippet} open={open} />
        </div>
      )}
    </li>
  )
}
