import { type ReactNode, useId } from 'react'

/** On or off, at once. */
export function Switch({
  label,
  hint,
  checked,
  onChecked,
  disabled = false,
}: {
  label: string
  hint?: ReactNode
  checked: boolean
  onChecked: (on: boolean) => void
  disabled?: boolean
}) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4">
      <span className="grid min-w-0">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </span>
        )}
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ target }) => onChecked(target.checked)}
        className="switch"
      />
    </div>
  )
}
