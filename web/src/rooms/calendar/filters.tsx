/** What of the calendar is looked at; each filter stands in the address, and as a word that takes it away. */
import { type Field, type Looked, outcomes, type Search } from '../../calendar/view.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Popover } from '../../ui/popover.tsx'
import { number } from '../../words/format.ts'
import { words } from '../../words/calendar.ts'
import { useChoices } from '../posts/choices.tsx'
import { toldOf } from './told.ts'

export function Filters({
  filter,
  count,
  go,
}: {
  filter: Looked['filter']
  count: number
  go: (changes: Search) => void
}) {
  const { accounts, account, platform, outcome, label } = useChoices(filter, outcomes, go)
  const tick = (field: Field, label: string) => (
    <label className="flex min-h-9 items-center gap-2.5 text-sm font-medium">
      <input
        type="checkbox"
        checked={filter[field] !== undefined}
        onChange={({ target }) => go({ [field]: target.checked ? 'yes' : undefined })}
        className="size-4.5 accent-accent"
      />
      {label}
    </label>
  )
  return (
    <>
      {toldOf(filter, accounts).map(({ field, text }) => (
        <button
          key={field}
          type="button"
          aria-label={words.dropFilter(text)}
          onClick={() => go({ [field]: undefined })}
          className="inline-flex min-h-8 max-w-48 max-sm:order-last items-center gap-1.5 rounded-full bg-accent-soft ps-3 pe-2 text-sm font-medium text-accent-strong hover:bg-sunk pointer-coarse:min-h-11"
        >
          <span className="truncate">{text}</span>
          <Icon name="cross" className="size-3.5" />
        </button>
      ))}
      <Popover
        title={words.filters}
        align="end"
        className="w-80"
        button={
          // On a phone there is room for the one or the other.
          <Button small {...(count === 0 && { icon: 'sliders' })} className="max-sm:px-2">
            {words.filters}
            {count > 0 && (
              <span className="grid min-w-5 place-items-center rounded-full bg-accent px-1 text-xs text-on-accent tabular-nums">
                {number(count)}
              </span>
            )}
          </Button>
        }
      >
        <div className="grid gap-3">
          {account}
          {platform}
          {outcome}
          {label}
          {tick('risk', words.onlyRisk)}
          {tick('mine', words.onlyMine)}
        </div>
      </Popover>
    </>
  )
}
