/** What narrows and orders the list. */
import { useEffect, useRef } from 'react'
import { day } from '../../words/format.ts'
import { words } from '../../words/library.ts'
import type { Counts } from '../../api/media.ts'
import { type Asked, kinds, orders, type Search } from './asked.ts'

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
