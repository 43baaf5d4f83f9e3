/** All files of the workspace: found, chosen, described, used. */
import './library.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { countsQuery } from '../../api/media.ts'
import { useHere } from '../../shell/here.ts'
import { room } from '../../shell/version.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { list } from '../../words/format.ts'
import { words } from '../../words/library.ts'
import { queueOf } from '../../writing/library-queue.ts'
import { type Asked, filterOf, readAsked, type Search } from './asked.ts'
import { Found } from './found.tsx'

// It waits for counts, which come behind the files.
const Side = lazy(async () => ({ default: (await room(() => import('./side.tsx'))).Side }))
// Nothing is on its way when somebody arrives.
const loadUploads = () => room(() => import('./uploading.tsx'))
const Uploading = lazy(async () => ({ default: (await loadUploads()).Uploading }))
const Elsewhere = lazy(async () => ({ default: (await loadUploads()).Elsewhere }))

export function LibraryRoom() {
  const here = useHere()
  const queries = useQueryClient()
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const say = useSay()
  const asked = readAsked(search)
  // They take longer than the files to be counted, and would keep them waiting.
  const [begun, setBegun] = useState(false)
  const counts = useQuery({ ...countsQuery(here), enabled: begun })
  const picker = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const queue = queueOf(here.id, () => {
    void queries.invalidateQueries({ queryKey: [here.id, 'media'] })
  })

  const set = useCallback(
    (changes: Search) => {
      void navigate({
        to: '/library',
        search: (before: Search) =>
          Object.fromEntries(
            Object.entries({ ...before, ...changes }).filter(([, value]) => value),
          ),
        replace: true,
      })
    },
    [navigate],
  )

  const take = useCallback(
    async (files: readonly File[]) => {
      const refused = await queue.take(files)
      if (refused.length) say(words.upload.refused(list(refused.slice(0, 3))), failed)
    },
    [queue, say],
  )
  useEffect(() => {
    if (!here.edits) return
    const paste = ({ clipboardData }: ClipboardEvent) => {
      if (clipboardData?.files.length) void take([...clipboardData.files])
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [take, here.edits])

  const side = (
    <Loaded query={counts} what={words.side.label}>
      {(known) => (
        <Suspense>
          <Side counts={known} asked={asked} />
        </Suspense>
      )}
    </Loaded>
  )
  const upload = here.edits && (
    <>
      <Button look="primary" icon="plus" onClick={() => picker.current?.click()}>
        {words.upload.button}
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        tabIndex={-1}
        aria-label={words.upload.button}
        onChange={({ target }) => {
          void take([...(target.files ?? [])])
          target.value = ''
        }}
        className="sr-only"
      />
    </>
  )

  return (
    <div
      onDragOver={(event) => {
        if (!here.edits || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        if (!here.edits) return
        event.preventDefault()
        setOver(false)
        void take([...event.dataTransfer.files])
      }}
      data-over={over || undefined}
      className="library-drop rounded-lg"
    >
      <Page title={words.title} actions={upload}>
        <Suspense>
          <Uploading queue={queue} />
          <Elsewhere />
        </Suspense>
        {counts.data?.total === 0 && counts.data.deleted === 0 ? (
          <Empty icon="image" title={words.empty.title}>
            {here.edits ? words.empty.text : words.empty.viewer}
          </Empty>
        ) : (
          <div data-open={asked.item !== undefined || undefined} className="library grid gap-6">
            <div className="max-lg:hidden">{side}</div>
            <details className="rounded-lg border border-line bg-card px-2 py-1 lg:hidden">
              <summary className="min-h-11 cursor-pointer content-center px-2 font-medium">
                {words.side.here(hereOf(asked))}
              </summary>
              {side}
            </details>
            {/* The files do not wait for how many there are of each kind. Another filter is another list, of which nothing is chosen yet. */}
            <Found
              key={JSON.stringify(filterOf(asked))}
              asked={asked}
              counts={counts.data}
              set={set}
              onBegun={setBegun}
            />
          </div>
        )}
      </Page>
    </div>
  )
}

function hereOf({ folder, tag, unfit, view }: Asked) {
  if (unfit !== undefined) return words.side.unfitFor(platformName(unfit))
  return folder ?? tag ?? words.views[view]
}
