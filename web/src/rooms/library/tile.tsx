import type { MouseEvent } from 'react'
import type { Item } from '../../api/media.ts'
import { Icon } from '../../ui/icon.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { length } from '../../words/format.ts'
import { words } from '../../words/library.ts'

/** One file of the grid. Its corner chooses it, the rest opens it. */
export function Tile({
  id,
  index,
  total,
  item,
  active,
  open,
  chosen,
  choosing,
  onPress,
}: {
  id: string
  index: number
  total: number
  /** Undefined while it is on its way. */
  item: Item | undefined
  active: boolean
  open: boolean
  chosen: boolean
  /** Whether something is chosen, so that a press chooses. */
  choosing: boolean
  onPress: (event: MouseEvent, corner: boolean) => void
}) {
  const picture =
    item?.thumbnail_url ?? (item?.mime_type.startsWith('image/') ? item.cdn_url : undefined)
  return (
    // The list holds the focus and hears the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      aria-posinset={index + 1}
      aria-setsize={total}
      title={item?.original_name}
      onClick={(event) => onPress(event, isCorner(event.target))}
      className={`group/tile relative cursor-pointer overflow-hidden rounded-lg bg-sunk ${
        chosen ? 'ring-3 ring-accent' : open ? 'ring-2 ring-edge' : ''
      } ${active ? 'group-focus-visible/grid:outline-2 group-focus-visible/grid:outline-offset-3 group-focus-visible/grid:outline-accent' : ''}`}
    >
      <span className="sr-only">{item ? nameOf(item) : words.grid.coming}</span>
      {item && (
        <>
          {picture === undefined ? (
            <span
              aria-hidden="true"
              className="grid size-full content-center justify-items-center gap-2 p-3 text-muted"
            >
              <Icon
                name={item.mime_type.startsWith('video/') ? 'film' : 'inbox'}
                className="size-8"
              />
              <span dir="auto" className="line-clamp-2 text-center text-xs break-all">
                {item.original_name}
              </span>
            </span>
          ) : (
            <Thumb type="image/webp" src={picture} alt="" name={item.original_name} />
          )}
          <span
            data-corner
            className={`absolute start-0 top-0 grid size-10 place-items-center pointer-coarse:size-11 ${
              chosen || choosing
                ? ''
                : 'opacity-0 group-hover/tile:opacity-100 pointer-coarse:opacity-100'
            }`}
          >
            <span
              className={`grid size-6 place-items-center rounded-full border-2 ${
                chosen ? 'border-accent bg-accent text-on-accent' : 'border-white bg-black/35'
              }`}
            >
              {chosen && <Icon name="check" className="size-4" />}
            </span>
          </span>
          <span className="absolute inset-x-1.5 bottom-1.5 flex justify-end gap-1 text-xs font-semibold">
            {item.mime_type.startsWith('image/') && !item.alt_text && (
              <span aria-hidden="true" className="rounded-md bg-ink px-1.5 py-0.5 text-page">
                {words.grid.noAlt}
              </span>
            )}
            {item.duration !== null && (
              <span className="rounded-md bg-ink px-1.5 py-0.5 text-page tabular-nums">
                {length(item.duration)}
              </span>
            )}
          </span>
        </>
      )}
    </div>
  )
}

function isCorner(target: EventTarget) {
  return target instanceof Element && target.closest('[data-corner]') !== null
}

/** What is heard of it: the name, and what it shows. */
function nameOf({ original_name, alt_text, mime_type }: Item) {
  const told = alt_text ?? (mime_type.startsWith('image/') ? words.grid.withoutAlt : undefined)
  return told === undefined ? original_name : `${original_name}, ${told}`
}
