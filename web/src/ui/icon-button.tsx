/** A button that shows only a picture; its name is heard, and seen by whoever waits over it. */
import { Icon, type IconName } from './icon.tsx'

const looks = {
  /** Beside something. */
  quiet:
    'size-8 text-muted hover:bg-sunk hover:text-ink disabled:opacity-30 pointer-coarse:size-11',
  /** On a picture, in a `group`: there once somebody is near. */
  over: 'size-7 bg-ink text-page opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 disabled:hidden pointer-coarse:opacity-100',
} as const

export function IconButton({
  label,
  icon,
  look = 'quiet',
  turned = false,
  disabled = false,
  onClick,
}: {
  label: string
  icon: IconName
  look?: keyof typeof looks
  /** Up and down become back and on, as the text runs. */
  turned?: boolean
  disabled?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className={`grid place-items-center rounded-md ${looks[look]}`}
    >
      <Icon name={icon} className={`size-4 ${turned ? '-rotate-90 rtl:-scale-y-100' : ''}`} />
    </button>
  )
}
