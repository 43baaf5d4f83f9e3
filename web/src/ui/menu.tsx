/** A list of things to do, behind a button. */
import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

/** `button` is what opens it, such as `<Button icon="more" aria-label="More" />`. */
export function Menu({
  button,
  align = 'end',
  after,
  children,
}: {
  button: ReactElement
  align?: 'start' | 'end'
  /** What has the focus when it is closed; undefined: what opened it. */
  after?: () => HTMLElement | undefined
  children: ReactNode
}) {
  return (
    <Base.Root>
      <Base.Trigger render={button} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} collisionPadding={12} className="z-40">
          <Base.Popup
            className="sheet-over max-h-(--available-height) min-w-48 max-w-80 overflow-y-auto p-1.5"
            {...(after && { finalFocus: () => after() ?? true })}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export function MenuItem({
  icon,
  danger = false,
  disabled = false,
  keys,
  run,
  children,
}: {
  icon?: IconName
  danger?: boolean
  disabled?: boolean
  /** Of the keyboard, said at its end. */
  keys?: string
  run: () => void
  children: ReactNode
}) {
  return (
    <Base.Item
      onClick={run}
      disabled={disabled}
      className={`row-over ${danger ? 'text-danger' : ''}`}
    >
      {icon && <Icon name={icon} className="size-4.5" />}
      <span className="min-w-0 flex-1">{children}</span>
      {keys !== undefined && <kbd className="font-sans text-xs text-muted">{keys}</kbd>}
    </Base.Item>
  )
}

export function MenuLine() {
  return <Base.Separator className="my-1.5 h-px bg-line" />
}
