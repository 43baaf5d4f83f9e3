/** Another file in the place of this one, in all that has not gone out yet. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import type { ReplaceMediaAnswer } from '@crier/sdk'
import { sentenceOf } from '../../api/ask.ts'
import type { WholeItem } from '../../api/media.ts'
import { mediaQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/library.ts'

export function Replace({
  item,
  onDone,
  onClose,
}: {
  item: Pick<WholeItem, 'id'>
  onDone: (id: number) => void
  onClose: () => void
}) {
  const here = useHere()
  const queries = useQueryClient()
  const [search, setSearch] = useState('')
  const media = useQuery(mediaQuery(here, useDeferredValue(search.trim())))
  const [other, setOther] = useState<number>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [done, setDone] = useState<ReplaceMediaAnswer>()

  async function replace() {
    if (other === undefined || busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      setDone(await here.crier.replaceMedia({ id: item.id, with: other }))
      await queries.invalidateQueries({ queryKey: [here.id] })
    } catch (error) {
      setProblem(sentenceOf(error))
    }
    setBusy(false)
  }

  if (done) {
    const finish = () => {
      onClose()
      if (other !== undefined) onDone(other)
    }
    return (
      <Dialog title={words.replace.title} onClose={finish}>
        <Told {...done} />
        <Button look="primary" className="justify-self-end" onClick={finish}>
          {common.act.close}
        </Button>
      </Dialog>
    )
  }
  return (
    <Dialog title={words.replace.title} onClose={onClose} wide>
      <p className="text-muted">{words.replace.lead}</p>
      {problem !== undefined && <Notice kind="danger">{problem}</Notice>}
      <input
        type="search"
        aria-label={words.filter.search}
        placeholder={words.filter.search}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        className="control"
      />
      <Loaded query={media} what={words.what}>
        {({ data }) => (
          <fieldset>
            <legend className="sr-only">{words.replace.choose}</legend>
            <div className="grid max-h-[45dvh] grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2 overflow-y-auto p-1">
              {data
                .filter((each) => each.id !== item.id)
                .map((each) => (
                  <label
                    key={each.id}
                    title={each.original_name}
                    className="relative block aspect-square cursor-pointer overflow-hidden rounded-lg border border-line bg-sunk has-checked:ring-3 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
                  >
                    <input
                      type="radio"
                      name="other"
                      aria-label={each.original_name}
                      checked={other === each.id}
                      onChange={() => setOther(each.id)}
                      className="absolute inset-0 z-10 cursor-pointer opacity-0"
                    />
                    <Thumb
                      type={each.thumbnail_url === null ? each.mime_type : 'image/webp'}
                      src={each.thumbnail_url ?? each.cdn_url}
                      alt=""
                      name={each.original_name}
                    />
                  </label>
                ))}
            </div>
          </fieldset>
        )}
      </Loaded>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{common.dialog.keep}</Button>
        <Button
          look="primary"
          busy={busy}
          disabled={other === undefined}
          onClick={() => void replace()}
        >
          {words.replace.action}
        </Button>
      </div>
    </Dialog>
  )
}

/** Which posts show it now, which do not and why, and what was left alone. */
function Told({ post_ids, refused, left }: ReplaceMediaAnswer) {
  return (
    <div role="status" className="grid gap-3">
      <p>{words.replace.changed(post_ids.length)}</p>
      <Posts ids={post_ids} />
      {refused.map(({ post_id, message }) => (
        <Notice key={post_id} kind="warn">
          <Posts ids={[post_id]} /> {message}
        </Notice>
      ))}
      {left.posts > 0 && <p className="text-muted">{words.replace.left(left.posts)}</p>}
      {left.series_ids.length > 0 && (
        <p className="text-muted">{words.replace.series(left.series_ids.length)}</p>
      )}
    </div>
  )
}

function Posts({ ids }: { ids: readonly number[] }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      {ids.map((id) => (
        <Link key={id} to="/posts/$id" params={{ id: String(id) }}>
          {common.thing.postNumber(id)}
        </Link>
      ))}
    </span>
  )
}
