/** The files as a table: what is told of each beside the others, and its columns as orders. */
import { memo, type ReactNode } from 'react'
import type { Item } from '../../api/media.ts'
import { useHere } from '../../shell/here.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { VirtualGrid } from '../../ui/virtual-grid.tsx'
import { length, moment, number, size } from '../../words/format.ts'
import { words } from '../../words/library.ts'
import { type Kind, kindOf, type Order } from './asked.ts'
import { isCorner, pictureOf, type Place } from './tile.tsx'

/** Pixels. */
const ROW = 56

const icons: Record<Kind, IconName> = {
  image: 'image',
  video: 'film',
  audio: 'bell',
  document: 'inbox',
  captions: 'pen',
}

export function Table({
  order,
  onOrder,
  placeOf,
  ...shown
}: Omit<Parameters<typeof VirtualGrid>[0], 'shape' | 'children'> & {
  order: Order
  onOrder: (order: Order) => void
  placeOf: (index: number, id: string) => Place
}) {
  const shape = { row: ROW, head: <Head order={order} onOrder={onOrder} /> }
  return (
    <VirtualGrid {...shown} shape={shape}>
      {(index, id) => <Row key={index} {...placeOf(index, id)} />}
    </VirtualGrid>
  )
}

function Head({ order, onOrder }: { order: Order; onOrder: (order: Order) => void }) {
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-10 border border-line bg-card text-xs font-semibold text-muted"
    >
      <div role="row" aria-rowindex={1} className="file-row min-h-10">
        <span role="columnheader">
          <span className="sr-only">{words.list.choose}</span>
        </span>
        <span role="columnheader">
          <span className="sr-only">{words.list.picture}</span>
        </span>
        <span role="columnheader">{words.list.name}</span>
        <span role="columnheader" className="file-some">
          {words.filter.kind}
        </span>
        <span role="columnheader" className="file-more">
          {words.list.measures}
        </span>
        <Sorted
          order={order}
          up="smallest"
          down="largest"
          onOrder={onOrder}
          className="file-some text-end"
        >
          {words.detail.size}
        </Sorted>
        <span role="columnheader" className="file-more">
          {words.detail.folder}
        </span>
        <span role="columnheader" className="file-all">
          {words.detail.tags}
        </span>
        <span role="columnheader" className="file-all">
          {words.detail.alt}
        </span>
        <span role="columnheader" className="file-more text-end">
          {words.list.uses}
        </span>
        <Sorted order={order} up="oldest" down="newest" onOrder={onOrder} className="text-end">
          {words.list.added}
        </Sorted>
      </div>
    </div>
  )
}

function Sorted({
  order,
  up,
  down,
  onOrder,
  className,
  children,
}: {
  order: Order
  up: Order
  down: Order
  onOrder: (order: Order) => void
  className: string
  children: ReactNode
}) {
  const sorted = order === up ? 'ascending' : order === down ? 'descending' : undefined
  return (
    <span role="columnheader" aria-sort={sorted ?? 'none'} className={className}>
      <button
        type="button"
        onClick={() => onOrder(order === down ? up : down)}
        className={`inline-flex min-h-9 items-center gap-1 hover:text-ink ${sorted ? 'text-ink' : ''}`}
      >
        {children}
        {sorted && (
          <Icon name={sorted === 'ascending' ? 'up' : 'down'} className="size-3.5 shrink-0" />
        )}
      </button>
    </span>
  )
}

const Row = memo(function Row({ id, index, item, active, open, chosen, onPress }: Place) {
  const { workspace } = useHere()
  return (
    // The table holds the focus and hears the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen}
      onClick={(event) => onPress(index, event, isCorner(event.target))}
      data-lit={chosen || open || undefined}
      data-active={active || undefined}
      className={`file-row cursor-pointer border-b border-line text-sm hover:bg-sunk ${
        chosen ? 'bg-accent-soft' : 'bg-card'
      }`}
    >
      {item ? (
        <Cells item={item} chosen={chosen} zone={workspace.timezone} />
      ) : (
        <span role="gridcell" className="file-whole text-muted">
          {words.grid.coming}
        </span>
      )}
    </div>
  )
})

function Cells({ item, chosen, zone }: { item: Item; chosen: boolean; zone: string }) {
  const kind = kindOf(item.mime_type)
  const picture = pictureOf(item)
  const measures = measuresOf(item)
  const lacks = kind === 'image' && !item.alt_text
  return (
    <>
      <span role="gridcell" data-corner className="grid h-full place-items-center">
        <span
          aria-hidden="true"
          className={`grid size-5 place-items-center rounded border-2 ${chosen ? 'border-accent bg-accent text-on-accent' : 'border-edge bg-card'}`}
        >
          {chosen && <Icon name="check" className="size-3.5" />}
        </span>
      </span>
      <span role="gridcell" className="block size-11 overflow-hidden rounded-md bg-sunk">
        {picture === undefined ? (
          <span className="grid size-full place-items-center text-muted">
            <Icon name={icons[kind]} className="size-5" />
          </span>
        ) : (
          <Thumb type="image/webp" src={picture} alt="" name={item.original_name} />
        )}
      </span>
      <span role="gridcell" className="min-w-0">
        <span dir="auto" title={item.original_name} className="block truncate font-medium">
          {item.original_name}
        </span>
        <span className="block truncate text-xs text-muted file-few">
          {[words.list.kinds[kind], size(item.size_bytes), measures].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span role="gridcell" className="file-some text-muted">
        {words.list.kinds[kind]}
      </span>
      <span role="gridcell" className="file-more text-muted tabular-nums">
        {measures}
      </span>
      <span role="gridcell" className="file-some text-end text-muted tabular-nums">
        {size(item.size_bytes)}
      </span>
      <span
        role="gridcell"
        dir="auto"
        title={item.folder ?? ''}
        className="file-more truncate text-muted"
      >
        {item.folder}
      </span>
      <span
        role="gridcell"
        dir="auto"
        title={item.tags.join(', ')}
        className="file-all truncate text-muted"
      >
        {item.tags.join(', ')}
      </span>
      <span
        role="gridcell"
        dir="auto"
        title={item.alt_text ?? ''}
        className={`file-all truncate ${lacks ? 'text-warn' : 'text-muted'}`}
      >
        {lacks ? words.grid.noAlt : item.alt_text}
      </span>
      <span role="gridcell" className="file-more text-end text-muted tabular-nums">
        {item.used_in && number(item.used_in.count)}
      </span>
      <span role="gridcell" className="text-end text-muted tabular-nums">
        {moment(item.created_at, 'date', zone)}
      </span>
    </>
  )
}

function measuresOf({ width, height, duration, mime_type }: Item) {
  if (duration !== null && !mime_type.startsWith('image/')) return length(duration)
  return width && height ? words.detail.by(number(width), number(height)) : ''
}
