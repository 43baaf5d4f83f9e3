/** Words, each with a colour of its own, and a field that takes them one by one. */
import { type ReactNode, useId, useState } from 'react'
import { common } from '../words/common.ts'
import { Icon } from './icon.tsx'

const colours = [
  'bg-label-1-soft text-label-1',
  'bg-label-2-soft text-label-2',
  'bg-label-3-soft text-label-3',
  'bg-label-4-soft text-label-4',
  'bg-label-5-soft text-label-5',
  'bg-label-6-soft text-label-6',
  'bg-label-7-soft text-label-7',
  'bg-label-8-soft text-label-8',
] as const

/** The same for the same word, whoever looks: FNV-1a of its UTF-16 units. */
export function colourOf(word: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++)
    hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193) >>> 0
  return colours[hash % colours.length] ?? colours[0]
}

export function Chip({ word }: { word: string }) {
  return (
    <span
      className={`inline-flex max-w-full items-center rounded-full px-2.5 py-0.5 text-xs font-medium ${colourOf(word)}`}
    >
      <span dir="auto" className="truncate">
        {word}
      </span>
    </span>
  )
}

/** Taken by Enter, a comma, or when the field is left. */
export function Chips({
  label,
  list,
  max,
  hint,
  coloured = false,
  onList,
}: {
  label: string
  list: readonly string[]
  max?: number
  hint?: ReactNode
  coloured?: boolean
  onList: (list: string[]) => void
}) {
  const id = useId()
  const [text, setText] = useState('')
  const full = max !== undefined && list.length >= max
  function take() {
    const more = text.split(',').flatMap((each) => each.trim() || [])
    if (more.length) onList([...new Set([...list, ...more])])
    setText('')
  }
  return (
    <>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="control flex flex-wrap gap-1.5 py-1.5">
        {list.map((each) => (
          <span
            key={each}
            className={`inline-flex items-center gap-1 rounded-md py-0.5 pe-0.5 ps-2 text-sm ${coloured ? colourOf(each) : 'bg-sunk'}`}
          >
            <span dir="auto">{each}</span>
            <button
              type="button"
              aria-label={common.chips.takeAway(each)}
              onClick={() => onList(list.filter((other) => other !== each))}
              className="grid size-6 place-items-center rounded-sm opacity-70 hover:opacity-100"
            >
              <Icon name="cross" className="size-3.5" />
            </button>
          </span>
        ))}
        <input
          id={id}
          dir="auto"
          value={text}
          disabled={full}
          placeholder={full ? undefined : common.chips.add}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={({ target }) => setText(target.value)}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ',') return
            event.preventDefault()
            take()
          }}
          className="min-w-24 flex-1 bg-transparent text-sm outline-none"
        />
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </>
  )
}
