/** A series from scratch, or of a post. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { postQuery } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { useKeptWords } from '../../ui/kept-words.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { useSay } from '../../ui/said.tsx'
import { Loaded } from '../../ui/states.tsx'
import { common } from '../../words/common.ts'
import { words as postWords } from '../../words/posts.ts'
import { words } from '../../words/series.ts'
import { type Draft, draftOfPost, empty, fieldsFor } from './draft.ts'
import { ruleOf, weeklyOn } from './rule.ts'
import { heldOf, SeriesForm } from './series-form.tsx'

export function NewSeries() {
  const { post } = useSearch({ strict: false })
  const { edits } = useHere()
  return (
    <Page
      title={words.make.title}
      lead={post === undefined ? words.make.lead : words.make.leadFrom}
    >
      {!edits && <Notice kind="warn">{words.make.viewer}</Notice>}
      {edits && post === undefined && <Make from={empty} of="new" />}
      {edits && post !== undefined && <FromPost id={Number(post)} />}
    </Page>
  )
}

function FromPost({ id }: { id: number }) {
  const post = useQuery(postQuery(useHere(), id))
  return (
    <Loaded query={post} what={postWords.page.what}>
      {(shown) => <Make from={draftOfPost(shown)} of={`of-post.${id}`} />}
    </Loaded>
  )
}

/** `of`: under which name what is typed is kept. */
function Make({ from: draft, of }: { from: Draft; of: string }) {
  const here = useHere()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const say = useSay()
  const { timezone } = here.workspace
  const [from] = useState(() => {
    const starts_at = soon()
    return { ...draft, rule: ruleOf(weeklyOn(starts_at)), starts_at }
  })
  // No dialog, nothing to be closed: whoever comes back finds it.
  const kept = useKeptWords(`${here.id}.series.${of}`, { onClose() {} }, heldOf(from))
  return (
    <SeriesForm
      label={words.make.title}
      submit={words.make.submit}
      timezone={timezone}
      from={from}
      kept={kept}
      again={common.typed.anew}
      send={({ name, rule, starts_at, confirm_yearly, ...said }) =>
        here.crier.createSeries({
          ...fieldsFor({ ...said, name }),
          rule,
          starts_at,
          timezone,
          ...(name.trim() && { name: name.trim() }),
          ...(confirm_yearly && { confirm_yearly }),
        })
      }
      done={async ({ id }) => {
        await queries.invalidateQueries({ queryKey: [here.id, 'series'] })
        await navigate({ to: '/series/$id', params: { id: String(id) } })
        say(words.make.made)
      }}
    />
  )
}

/** Nine o’clock on a day that is still to come wherever the workspace is. */
function soon() {
  return `${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T09:00`
}
