/** What was changed of the post, by whom and when; each change opens as a diff. */
import type { Post } from '@crier/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { revisionQuery } from '../../api/posts.ts'
import { accountsQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { list } from '../../words/format.ts'
import { words } from '../../words/posts.ts'
import { whoOf } from '../activity/who.ts'
import { Changes } from '../review/changes.tsx'
import { changesBetween } from './goes-out.ts'
import { saying } from './saying.ts'
import { readAs } from './reads.ts'

type Revision = NonNullable<Post['revisions']>[number]

/** Shown at once; the rest when asked for. */
const FIRST = 5

export function Revisions({ post, revisions }: { post: Post; revisions: readonly Revision[] }) {
  const [all, setAll] = useState(false)
  const latest = revisions.toReversed()
  return (
    <Card className="grid gap-3">
      <h2>{words.revisions.title}</h2>
      <ol aria-label={words.revisions.title} className="grid gap-3">
        {latest.slice(0, all ? undefined : FIRST).map((revision, index) => (
          <Line
            key={revision.number}
            post={post}
            revision={revision}
            // Of the oldest that is kept nobody knows what it was before.
            before={latest[index + 1]?.number}
          />
        ))}
      </ol>
      {!all && latest.length > FIRST && (
        <Button small look="quiet" onClick={() => setAll(true)}>
          {words.revisions.all(latest.length)}
        </Button>
      )}
    </Card>
  )
}

function Line({
  post,
  revision: { number, at, by, changed },
  before,
}: {
  post: Post
  revision: Revision
  before: number | undefined
}) {
  const [open, setOpen] = useState(false)
  const what = list([...new Set(changed.map((field) => words.revisions.fields[field]))])
  const said = number === 1 ? words.revisions.wrote : words.revisions.changed(what)
  return (
    <li className="grid justify-items-start gap-1.5 text-sm">
      <p>
        <strong className="font-semibold">{whoOf(by)}</strong> {said}{' '}
        <span className="text-muted">
          <Ago at={at} />
        </span>
      </p>
      {before !== undefined && (
        <>
          <Button
            small
            look="quiet"
            icon={open ? 'up' : 'down'}
            aria-expanded={open}
            aria-label={words.revisions.showOf(number, what)}
            onClick={() => setOpen(!open)}
          >
            {words.revisions.show}
          </Button>
          {open && <Diff post={post} from={before} to={number} />}
        </>
      )}
    </li>
  )
}

function Diff({ post, from, to }: { post: Post; from: number; to: number }) {
  const here = useHere()
  const accounts = useQuery(accountsQuery(here)).data ?? []
  const was = useQuery(revisionQuery(here, post.id, from))
  const is = useQuery(revisionQuery(here, post.id, to))
  return (
    <Loaded query={was} what={words.revisions.what} rows={1}>
      {(before) => (
        <Loaded query={is} what={words.revisions.what} rows={1}>
          {(after) => {
            const shown = (one: typeof before) => readAs(one, post, accounts)
            return <Changes changes={changesBetween(shown(before), shown(after), saying)} />
          }}
        </Loaded>
      )}
    </Loaded>
  )
}
