/** The files that are asked for, as tiles or as a table: looked at, chosen, opened. */
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
import type { Counts, Item } from '../../api/media.ts'
import { useHere } from '../../shell/here.ts'
import { room } from '../../shell/version.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Loaded, Skeleton } from '../../ui/states.tsx'
import { type Step, VirtualGrid } from '../../ui/virtual-grid.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/library.ts'
import { type Asked, beginningOf, filterOf, likeOf, narrowing, type Search } from './asked.ts'
import { Filters, Looks } from './filters.tsx'
import { Tile } from './tile.tsx'
import { useChosen } from './use-chosen.ts'
import { useFiles } from './use-files.ts'
import { useLook } from './use-look.ts'
import { these, useMany } from './use-many.ts'
import { useZip } from './use-zip.ts'

const bulk = () => room(() => import('./bulk.tsx'))
const Bulk = lazy(async () => ({ default: (await bulk()).Bulk }))
const Refusals = lazy(async () => ({ default: (await bulk()).Refusals }))
const Table = lazy(async () => ({ default: (await room(() => import('./table.tsx'))).Table }))
const Detail = lazy(async () => ({ default: (await room(() => import('./detail.tsx'))).Detail }))

export function Found({
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

  const shown = {
    label: words.grid.label,
    active,
    goTo,
    onRange: files.onRange,
    onStep: step,
    onKeyDown: key,
  }
  const placeOf = (total: number) => (index: number, id: string) => {
    const item = files.at(index)
    return {
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
                      change={(changes) => {
                        setGoTo(undefined)
                        change(changes)
                      }}
                      goTo={(month) => {
                        const index = beginningOf(month, counts?.months ?? [], asked.order)
                        setActive(index)
                        setGoTo({ index })
                      }}
                    />
                  </div>
                  <div className="files">
                    {look.as === 'list' ? (
                      <Suspense fallback={<Skeleton what={words.what} />}>
                        <Table
                          {...shown}
                          count={total}
                          order={asked.order}
                          onOrder={(order) => set({ order })}
                          placeOf={placeOf(total)}
                        />
                      </Suspense>
                    ) : (
                      <VirtualGrid
                        {...shown}
                        count={total}
                        shape={{ least: look.size }}
                        onBand={edits ? chosen.only : undefined}
                      >
                        {(index, id) => <Tile key={index} {...placeOf(total)(index, id)} />}
                      </VirtualGrid>
                    )}
                  </div>
                </>
              )
            }
          </Loaded>
        )}
        <Suspense>
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
          {many.refused.length > 0 && <Refusals many={many} />}
        </Suspense>
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
              many.remove(these([item]))
            }}
          />
        </Suspense>
      )}
    </>
  )
}
