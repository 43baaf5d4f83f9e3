import type { ReactNode } from 'react'

/** One of a list, at once: filters and orders. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onValue,
}: {
  label: string
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onValue: (value: string) => void
}) {
  return (
    <label className="grid gap-1 text-sm font-medium">
      {label}
      <select
        value={value}
        onChange={({ target }) => onValue(target.value)}
        className="control font-normal"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
