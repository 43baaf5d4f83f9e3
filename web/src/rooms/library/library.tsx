/** All files of the workspace: found, chosen, described, used. */
import './library.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  lazy,
  Suspense,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type Counts, countsQuery, type Item } from '../../api/media.ts'
import { useHere } from '../../shell/here.ts'
import { room } from '../../shell/version.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Empty, Loaded, Skeleton } from '../../ui/states.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { type Step, VirtualGrid } from '../../ui/virtual-grid.tsx'
import { common } from '../../words/common.ts'
import { list } from '../../words/format.ts'
import { words } from '../../words/library.ts'
import { queueOf } from '../../writing/library-queue.ts'
import {
  type Asked,
  beginningOf,
  filterOf,
  likeOf,
  narrowing,
  readAsked,
  type Search,
} from './asked.ts'
import { Bulk, Refusals } from './bulk.tsx'
import { Filters, Looks } from './filters.tsx'
import { Head, Row, ROW } from './row.tsx'
import { Side } from './side.tsx'
import { Tile } from './tile.tsx'
import { Uploading } from './uploading.tsx'
import { useChosen } from './use-chosen.ts'
import { useFiles } from './use-files.ts'
import { useLook } from './use-look.ts'
import { these, useMany } from './use-many.ts'
import { useZip } from './use-zip.ts'

const Detail = lazy(async () => ({ default: (await room(() => import('./detail.tsx'))).Detail }))

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
      {(known) => <Side counts={known} asked={asked} />}
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
        <Uploading queue={queue} />
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

function Found({
  asked,
  counts,
  set,
  onBegun,
}: {
  asked: Asked
  /** Undefined while they are counted. */
  counts: Counts | undefined
  set: (changes: Search) => void
  /** The first of them are here, or will not come. */
  onBegun: (begun: true) => void
}) {
  const { edits } = useHere()
  const { look, change } = useLook()
  const files = useFiles(filterOf(asked), look.as === 'list')
  const answered = files.first?.isFetched === true
  useEffect(() => {
    if (answered) onBegun(true)
  }, [answered, onBegun])
  const chosen = useChosen(files)
  const many = useMany(chosen.clear)
  const zip = useZip()
  const [active, setActive] = useState(0)
  const [goTo, setGoTo] = useState<{ index: number }>()
  const open = (id: number | undefined) => set({ item: id === undefined ? '' : String(id) })
  const deleted = asked.view === 'deleted'

  function press(index: number, event: MouseEvent, corner: boolean) {
    setActive(index)
    const item = files.at(index)
    if (!item) return
    if (edits && event.shiftKey) return chosen.to(index)
    if (edits && (corner || event.metaKey || event.ctrlKey || chosen.count))
      return chosen.toggle(index)
    chosen.begin(index)
    if (edits && deleted) return chosen.toggle(index)
    open(item.id)
  }
  // The tiles stay as they are while others come into sight.
  const latest = useRef(press)
  useEffect(() => {
    latest.current = press
  })
  const onPress = useCallback(
    (index: number, event: MouseEvent, corner: boolean) => latest.current(index, event, corner),
    [],
  )
  function step({ to, extends: extending }: Step) {
    if (extending && edits) {
      if (!chosen.count) chosen.begin(active)
      chosen.to(to)
    }
    setActive(to)
  }
  function key(event: KeyboardEvent) {
    const item: Item | undefined = files.at(active)
    const mod = event.ctrlKey || event.metaKey
    const does: Record<string, (() => void) | false | undefined> = {
      Enter: item && !deleted && (() => open(item.id)),
      ' ': edits && (() => chosen.toggle(active)),
      a: edits && mod && (() => chosen.all()),
      Escape: chosen.count > 0 && chosen.clear,
      Delete: edits && !deleted && chosen.count > 0 && (() => many.remove(chosen)),
    }
    const run = does[event.key]
    if (!run || (mod && event.key !== 'a')) return
    event.preventDefault()
    run()
  }

  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
        <Filters asked={asked} counts={counts} set={set} />
        {files.first && (
          <Loaded query={files.first} what={words.what}>
            {({ total }) =>
              total === 0 && !counts ? (
                <Skeleton what={words.what} />
              ) : total === 0 ? (
                <Empty
                  icon="search"
                  title={words.empty.none}
                  action={
                    <Button
                      onClick={() => set(Object.fromEntries(narrowing.map((each) => [each, ''])))}
                    >
                      {common.act.clearFilters}
                    </Button>
                  }
                >
                  {words.empty.noneText}
                </Empty>
              ) : (
                <>
                  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                    <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
                      <span role="status">
                        {deleted ? words.grid.deleted(total) : words.grid.count(total)}
                      </span>
                      <Button
                        small
                        look="quiet"
                        busy={zip.busy}
                        onClick={() => zip.take(likeOf(asked))}
                      >
                        {words.zip.all}
                      </Button>
                    </p>
                    <Looks
                      asked={asked}
                      counts={counts}
                      look={look}
                      change={change}
                      goTo={(month) => {
                        const index = beginningOf(month, counts?.months ?? [], asked.order)
                        setActive(index)
                        setGoTo({ index })
                      }}
                    />
                  </div>
                  <div className="files">
                    <VirtualGrid
                      key={look.as}
                      label={words.grid.label}
                      count={total}
                      shape={
                        look.as === 'list'
                          ? {
                              row: ROW,
                              head: (
                                <Head order={asked.order} onOrder={(order) => set({ order })} />
                              ),
                            }
                          : { least: look.size }
                      }
                      active={active}
                      goTo={goTo}
                      onRange={files.onRange}
                      onStep={step}
                      onBand={edits && look.as === 'grid' ? chosen.only : undefined}
                      onKeyDown={key}
                    >
                      {(index, id) => {
                        const item = files.at(index)
                        const place = {
                          id,
                          index,
                          total,
                          item,
                          active: index === active,
                          open: item !== undefined && item.id === asked.item,
                          chosen: item !== undefined && chosen.has(item),
                          choosing: chosen.count > 0,
                          onPress,
                        }
                        return look.as === 'list' ? (
                          <Row key={index} {...place} />
                        ) : (
                          <Tile key={index} {...place} />
                        )
                      }}
                    </VirtualGrid>
                  </div>
                </>
              )
            }
          </Loaded>
        )}
        {chosen.count > 0 && (
          <Bulk
            chosen={chosen}
            counts={counts}
            many={many}
            zip={zip}
            like={likeOf(asked)}
            deleted={deleted}
          />
        )}
        <Refusals many={many} />
      </div>
      {asked.item !== undefined && (
        <Suspense>
          <Detail
            id={asked.item}
            counts={counts}
            onOpen={open}
            onClose={() => open(undefined)}
            onRemove={(item) => {
              open(undefined)
              many.remove(these([{ ...item, created_at: item.updated_at }]))
            }}
          />
        </Suspense>
      )}
    </>
  )
}
