/** Finds posts: words, filters and an order, all of it in the address. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { accountsQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { Popover } from '../../ui/popover.tsx'
import { words } from '../../words/posts.ts'
import { day } from '../../words/format.ts'
import { useChoices } from './choices.tsx'
import {
  type Field,
  fields,
  orderFor,
  orders,
  outcomes,
  type Sought,
  type Tab,
  vias,
} from './filter.ts'

const TYPED = 300

export function FilterBar({
  tab,
  sought,
  order,
  set,
}: {
  tab: Tab
  sought: Sought
  order: ReturnType<typeof orderFor>
  set: (changes: Partial<Record<Field | 'sort', string | undefined>>) => void
}) {
  const told = useTold(sought)
  const inside = fields.filter((each) => each !== 'search' && sought[each] !== undefined).length
  return (
    <search aria-label={words.find.search} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <SearchField value={sought.search ?? ''} onValue={(search) => set({ search })} />
        <Popover
          title={words.find.filters}
          align="end"
          className="w-80"
          button={
            <Button icon="sliders">
              {words.find.filters}
              {inside > 0 && (
                <span className="grid min-w-5 place-items-center rounded-full bg-accent px-1 text-xs text-on-accent tabular-nums">
                  {inside}
                </span>
              )}
            </Button>
          }
        >
          <Fields tab={tab} sought={sought} set={set} />
        </Popover>
        {tab !== 'needs' && (
          <label className="max-sm:flex-1">
            <span className="sr-only">{words.find.order}</span>
            <select
              value={order}
              onChange={({ target }) => set({ sort: target.value })}
              className="control"
            >
              {orders[tab].map((each) => (
                <option key={each} value={each}>
                  {words.find.orders[each]}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {told.length > 0 && (
        <div className="flex flex-wrap items-center gap-1.5">
          {told.map(({ field, text }) => (
            <button
              key={field}
              type="button"
              aria-label={words.find.drop(text)}
              onClick={() => set({ [field]: undefined })}
              className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full bg-accent-soft pe-2 ps-3 text-sm font-medium text-accent-strong hover:bg-sunk pointer-coarse:min-h-11"
            >
              <span className="truncate">{text}</span>
              <Icon name="cross" className="size-3.5" />
            </button>
          ))}
          <Button
            small
            look="quiet"
            onClick={() => set(Object.fromEntries(fields.map((each) => [each, undefined])))}
          >
            {words.find.clear}
          </Button>
        </div>
      )}
    </search>
  )
}

function Fields({
  tab,
  sought,
  set,
}: Pick<Parameters<typeof FilterBar>[0], 'tab' | 'sought' | 'set'>) {
  const { choice, account, platform, outcome, label } = useChoices(sought, outcomes, set)
  const date = (field: 'from' | 'to', label: string) => (
    <label className="grid min-w-0 gap-1 text-sm font-medium">
      {label}
      <input
        type="date"
        value={sought[field] ?? ''}
        onChange={({ target }) => set({ [field]: target.value || undefined })}
        className="control min-w-0 font-normal"
      />
    </label>
  )
  const { find } = words
  return (
    <div className="grid gap-3">
      {tab === 'all' && outcome}
      {account}
      {platform}
      {label}
      {choice(
        'made',
        find.made,
        find.anyMade,
        vias.map((value) => ({ value, label: find.via[value] })),
      )}
      <div className="grid grid-cols-2 gap-2">
        {date('from', find.from)}
        {date('to', find.to)}
      </div>
    </div>
  )
}

/** Looked for a moment after the last key, and at once by Enter. */
function SearchField({
  value,
  onValue,
}: {
  value: string
  onValue: (value: string | undefined) => void
}) {
  const [text, setText] = useState(value)
  const [said, setSaid] = useState(value)
  const [seen, setSeen] = useState(value)
  // Cleared, or gone back to in the history; what came of this field's own words is there already.
  if (seen !== value) {
    setSeen(value)
    if (said !== value) setText(value)
  }
  const settle = () => {
    const wanted = text.trim()
    if (wanted === value) return
    setSaid(wanted)
    onValue(wanted || undefined)
  }
  useEffect(() => {
    const timer = setTimeout(settle, TYPED)
    return () => clearTimeout(timer)
  })
  return (
    <label className="relative min-w-0 flex-1 basis-56">
      <span className="sr-only">{words.find.search}</span>
      <Icon
        name="search"
        className="pointer-events-none absolute top-1/2 start-3 size-4.5 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        dir="auto"
        value={text}
        placeholder={words.find.search}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') settle()
        }}
        className="control w-full ps-10"
      />
    </label>
  )
}

/** What is looked for, each in a word that takes it away. */
export function useTold(sought: Sought): { field: Field; text: string }[] {
  const { data: accounts = [] } = useQuery(accountsQuery(useHere()))
  const { find } = words
  const account = accounts.find(({ id }) => String(id) === sought.account)
  const texts: Record<Field, string | undefined> = {
    search: sought.search && find.words(sought.search),
    outcome: sought.outcome && find.outcomes[sought.outcome],
    account: sought.account && (account ? account.name : find.chip(find.account, sought.account)),
    platform: sought.platform && platformName(sought.platform),
    label: sought.label && find.chip(find.label, sought.label),
    made: sought.made && find.chip(find.made, find.via[sought.made]),
    from: sought.from && find.chip(find.from, day(sought.from)),
    to: sought.to && find.chip(find.to, day(sought.to)),
  }
  return fields.flatMap((field) => {
    const text = texts[field]
    return text === undefined ? [] : [{ field, text }]
  })
}
