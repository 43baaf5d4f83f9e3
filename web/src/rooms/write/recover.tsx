import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Ago } from '../../ui/time.tsx'
import { words } from '../../words/write.ts'
import { hearSent } from '../../writing/became.ts'
import { type Unfinished, unfinished } from '../../writing/store.ts'

const SHOWN = 3

/** What was begun and not sent, here or on another device. Nothing of it opens by itself. */
export function Recover({ workspace_id, uuid }: { workspace_id: number; uuid: string }) {
  const queries = useQueryClient()
  const queryKey = ['unfinished', workspace_id, uuid]
  const [sent, setSent] = useState<readonly { post_id: number; name: string }[]>([])
  const { data = [] } = useQuery({
    queryKey,
    queryFn: () => unfinished(workspace_id),
    staleTime: 0,
    gcTime: 0,
    networkMode: 'always',
  })
  const [all, setAll] = useState(false)
  const others = data.filter((each) => each.uuid !== uuid)
  const shown = all ? others : others.slice(0, SHOWN)
  useEffect(
    () =>
      hearSent((gone, { post_id }) => {
        const it = data.find((each) => each.uuid === gone)
        if (!it) return
        setSent((before) => [{ post_id, name: nameOf(it) }, ...before])
        void queries.invalidateQueries({ queryKey: ['unfinished', workspace_id] })
      }),
    [data, queries, workspace_id],
  )
  if (!others.length && !sent.length) return null
  return (
    <section
      aria-label={words.write.goOnWith}
      className="grid grid-cols-[minmax(0,1fr)] gap-1 rounded-xl border border-line bg-card p-2 shadow-card"
    >
      <div role="status">
        {sent.map(({ post_id, name }) => (
          <p key={post_id} className="flex flex-wrap items-center gap-x-3 px-3 py-2 text-sm">
            <Icon name="check" className="size-4 text-accent" />
            <span className="min-w-0 flex-1 break-words">{words.write.sentMeanwhile(name)}</span>
            <Link to="/posts/$id" params={{ id: String(post_id) }} className="prose-link">
              {words.write.openSent}
            </Link>
          </p>
        ))}
      </div>
      {others.length > 0 && (
        <h2 className="px-3 pt-2 !text-sm text-muted">{words.write.goOnWith}</h2>
      )}
      <ul>
        {shown.map((each) => {
          const name = nameOf(each)
          return (
            <li key={each.uuid} className="flex items-center gap-1">
              <Link
                to="/write/$uuid"
                params={{ uuid: each.uuid }}
                className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-md px-3 text-sm hover:bg-sunk"
              >
                <Icon name="pen" className="size-4 text-muted" />
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <span className="shrink-0 text-xs text-muted">
                  <Ago at={new Date(each.touched_at).toISOString()} />
                </span>
              </Link>
              <button
                type="button"
                aria-label={words.write.throwAway(name)}
                onClick={() =>
                  void each.discard().then(() => queries.invalidateQueries({ queryKey }))
                }
                className="grid size-9 place-items-center rounded-md text-muted hover:bg-sunk hover:text-danger"
              >
                <Icon name="trash" className="size-4" />
              </button>
            </li>
          )
        })}
      </ul>
      {shown.length < others.length && (
        <Button
          small
          look="quiet"
          className="justify-self-start"
          onClick={({ currentTarget }) => {
            // The button goes; whoever pressed it stands on the last that was shown, before the next one.
            currentTarget.parentElement?.querySelectorAll('a')[SHOWN - 1]?.focus()
            setAll(true)
          }}
        >
          {words.write.showAllBegun(others.length)}
        </Button>
      )}
    </section>
  )
}

function nameOf({ title, files }: Pick<Unfinished, 'title' | 'files'>) {
  return title.trim().slice(0, 80) || words.write.unnamed(files)
}
