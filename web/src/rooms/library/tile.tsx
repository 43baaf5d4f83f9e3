import { memo, type MouseEvent } from 'react'
import type { Item } from '../../api/media.ts'
import { Icon } from '../../ui/icon.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { length } from '../../words/format.ts'
import { words } from '../../words/library.ts'

export interface Place {
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
  /** The same always: only tiles that change are drawn anew. */
  onPress: (index: number, event: MouseEvent, corner: boolean) => void
}

/** One file of the grid. Its corner chooses it, the rest opens it. What lies over the picture is drawn, and is no element: there are many tiles. */
export const Tile = memo(function Tile({
  id,
  index,
  total,
  item,
  active,
  open,
  chosen,
  choosing,
  onPress,
}: Place) {
  const picture = item && pictureOf(item)
  return (
    // The list holds the focus and hears the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      aria-posinset={index + 1}
      aria-setsize={total}
      aria-label={item ? nameOf(item) : words.grid.coming}
      title={item?.original_name}
      data-badge={item && badgeOf(item)}
      onClick={(event) => onPress(index, event, isCorner(event.target))}
      data-open={open || undefined}
      data-active={active || undefined}
      className="file-tile relative cursor-pointer overflow-hidden rounded-lg bg-sunk"
    >
      {item &&
        (picture === undefined ? (
          <span className="grid size-full content-center justify-items-center gap-2 p-3 text-muted">
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
        ))}
      {item && (
        <span
          data-corner
          className={`file-mark absolute start-0 top-0 grid size-10 place-items-center pointer-coarse:size-11 ${
            chosen || choosing ? '' : 'file-unmarked'
          }`}
        />
      )}
    </div>
  )
})

export function pictureOf({ thumbnail_url, mime_type, cdn_url }: Item) {
  return thumbnail_url ?? (mime_type.startsWith('image/') ? cdn_url : undefined)
}

/** What it lacks, and how long it is. */
function badgeOf({ mime_type, alt_text, duration }: Item) {
  const told = [
    ...(mime_type.startsWith('image/') && !alt_text ? [words.grid.noAlt] : []),
    ...(duration === null ? [] : [length(duration)]),
  ]
  return told.length ? told.join(' · ') : undefined
}

export function isCorner(target: EventTarget) {
  return target instanceof Element && target.closest('[data-corner]') !== null
}

/** What is heard of it: the name, and what it shows. */
function nameOf({ original_name, alt_text, mime_type }: Item) {
  const told = alt_text ?? (mime_type.startsWith('image/') ? words.grid.withoutAlt : undefined)
  return told === undefined ? original_name : `${original_name}, ${told}`
}
