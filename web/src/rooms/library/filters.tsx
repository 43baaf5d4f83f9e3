/** What narrows and orders the list. */
import { useEffect, useRef } from 'react'
import { day } from '../../words/format.ts'
import { words } from '../../words/library.ts'
import type { Counts } from '../../api/media.ts'
import { type Asked, isWhole, kinds, orders, type Search } from './asked.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { type Look, sizes } from './use-look.ts'

const REST = 250

export function Filters({
  asked,
  counts,
  set,
}: {
  asked: Asked
  counts: Counts | undefined
  set: (changes: Search) => void
}) {
  return (
    <div role="search" className="flex flex-wrap gap-2">
      <SearchBox value={asked.q} onValue={(q) => set({ q })} />
      <Choice
        label={words.filter.kind}
        value={asked.kind ?? ''}
        options={[
          ['', words.filter.anyKind],
          ...kinds.map((kind) => [kind, words.kinds[kind]] as const),
        ]}
        onValue={(kind) => set({ kind })}
      />
      {counts && counts.months.length > 1 && (
        <Choice
          label={words.filter.month}
          value={asked.month ?? ''}
          options={[
            ['', words.filter.anyMonth],
            ...counts.months.map(({ month }) => [month, day(`${month}-01`, 'month')] as const),
          ]}
          onValue={(month) => set({ month })}
        />
      )}
      <Choice
        label={words.filter.order}
        value={asked.order}
        options={orders.map((order) => [order, words.orders[order]] as const)}
        onValue={(order) => set({ order: order === 'newest' ? '' : order })}
      />
    </div>
  )
}

/** How the files are shown, and where in them one goes. */
export function Looks({
  asked,
  counts,
  look,
  change,
  goTo,
}: {
  asked: Asked
  counts: Counts | undefined
  look: Look
  change: (changes: Partial<Look>) => void
  goTo: (month: string) => void
}) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {counts && counts.months.length > 1 && isWhole(asked) && (
        <Choice
          label={words.look.goTo}
          value=""
          options={[
            ['', words.look.goTo],
            ...counts.months.map(({ month }) => [month, day(`${month}-01`, 'month')] as const),
          ]}
          onValue={(month) => month && goTo(month)}
        />
      )}
      {look.as === 'grid' && (
        <input
          type="range"
          aria-label={words.look.size}
          min={sizes.least}
          max={sizes.most}
          step={sizes.step}
          value={look.size}
          onChange={({ target }) => change({ size: Number(target.value) })}
          className="w-28 accent-accent max-sm:hidden"
        />
      )}
      <Segmented
        small
        label={words.look.label}
        value={look.as}
        options={[
          { value: 'grid', label: words.look.grid },
          { value: 'list', label: words.look.list },
        ]}
        onValue={(as) => change({ as })}
      />
    </div>
  )
}

function Choice({
  label,
  value,
  options,
  onValue,
}: {
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onValue: (value: string) => void
}) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onValue(target.value)}
      className="control w-auto max-sm:flex-1"
    >
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  )
}

/** It goes into the address when typing rests. */
function SearchBox({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // Cleared elsewhere; what is being typed stays.
    if (box.current && timer.current === undefined) box.current.value = value
  }, [value])
  return (
    <input
      ref={box}
      type="search"
      defaultValue={value}
      aria-label={words.filter.search}
      placeholder={words.filter.search}
      onChange={({ target }) => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => {
          timer.current = undefined
          onValue(target.value.trim())
        }, REST)
      }}
      className="control min-w-48 flex-1 max-sm:basis-full"
    />
  )
}
