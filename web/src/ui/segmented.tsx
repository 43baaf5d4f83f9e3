/** One of a few, all in sight: radios that look like one control. */
import { type ReactNode, useId } from 'react'

export function Segmented<Value extends string>({
  label,
  value,
  options,
  onValue,
  disabled = false,
  small = false,
  shown = false,
}: {
  label: string
  value: Value | undefined
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[]
  onValue: (value: Value) => void
  disabled?: boolean
  small?: boolean
  /** The label stands above it, instead of being heard only. */
  shown?: boolean
}) {
  const name = useId()
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className={shown ? 'mb-1.5 text-sm font-medium' : 'sr-only'}>{label}</legend>
      <div className="inline-flex max-w-full flex-wrap gap-0.5 rounded-md bg-sunk p-0.5">
        {options.map((each) => (
          <label
            key={each.value}
            className={`relative inline-flex cursor-pointer items-center justify-center gap-1.5 rounded-[0.4rem] px-3 text-sm font-medium text-muted transition-colors hover:text-ink has-checked:bg-card has-checked:text-ink has-checked:shadow-card has-disabled:cursor-default has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-accent ${small ? 'min-h-8' : 'min-h-9'} pointer-coarse:min-h-10`}
          >
            <input
              type="radio"
              name={name}
              value={each.value}
              checked={each.value === value}
              disabled={each.disabled}
              onChange={() => onValue(each.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {each.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
