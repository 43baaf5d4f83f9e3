/** A list to choose from by typing: zones, boards, playlists, labels. */
import { Combobox as Base } from '@base-ui/react/combobox'
import { type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'
import { common } from '../words/common.ts'

export interface Item {
  value: string
  label: string
  hint?: string
}

export function Combobox({
  label,
  items,
  value,
  onValue,
  onTyped,
  placeholder,
  empty = common.combobox.none,
  hint,
  disabled = false,
}: {
  label: string
  items: readonly Item[]
  value: string | undefined
  onValue: (value: string | undefined) => void
  /** What a person types, where the list is made of that instead of narrowed by it. */
  onTyped?: (text: string) => void
  placeholder?: string
  empty?: string
  hint?: ReactNode
  disabled?: boolean
}) {
  const id = useId()
  const chosen = items.find((item) => item.value === value) ?? null
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <Base.Root
        items={items}
        value={chosen}
        onValueChange={(item: Item | null) => onValue(item?.value)}
        itemToStringLabel={(item: Item) => item.label}
        isItemEqualToValue={(a: Item, b: Item) => a.value === b.value}
        disabled={disabled}
        {...(onTyped && {
          filter: null,
          onInputValueChange: (text: string, { reason }: { reason: string }) => {
            if (reason === 'input-change') onTyped(text)
          },
        })}
      >
        <div className="relative">
          <Base.Input id={id} placeholder={placeholder} className="control pe-16" />
          <div className="absolute inset-y-0 end-1 flex items-center text-muted">
            <Base.Clear
              aria-label={common.combobox.clear(label)}
              className="grid size-8 place-items-center"
            >
              <Icon name="cross" className="size-4" />
            </Base.Clear>
            <Base.Trigger
              aria-label={common.combobox.open(label)}
              className="grid size-8 place-items-center"
            >
              <Icon name="down" className="size-4" />
            </Base.Trigger>
          </div>
        </div>
        <Base.Portal>
          <Base.Positioner sideOffset={6} className="z-50">
            <Base.Popup className="sheet-over max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto p-1.5">
              <Base.Empty className="px-2.5 py-2 text-sm text-muted empty:hidden">
                {empty}
              </Base.Empty>
              <Base.List>
                {(item: Item) => (
                  <Base.Item key={item.value} value={item} className="row-over">
                    <span className="min-w-0 flex-1">
                      <span className="block break-words">{item.label}</span>
                      {item.hint && <span className="block text-xs text-muted">{item.hint}</span>}
                    </span>
                    <Base.ItemIndicator>
                      <Icon name="check" className="size-4 text-accent" />
                    </Base.ItemIndicator>
                  </Base.Item>
                )}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      {hint && <p className="text-sm text-muted">{hint}</p>}
    </div>
  )
}
