/** Something small over a room, beside what opened it; the room behind stays as it is. */
import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'

/** `open` and `onOpen` where the room decides; else it opens by its button and closes by Escape or a press elsewhere. */
export function Popover({
  button,
  title,
  side = 'bottom',
  align = 'start',
  open,
  onOpen,
  className = 'w-80',
  children,
}: {
  button: ReactElement
  /** What it is, for whoever hears it. */
  title: string
  side?: 'top' | 'bottom'
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpen?: (open: boolean) => void
  className?: string
  children: ReactNode
}) {
  return (
    <Base.Root
      {...(open !== undefined && { open })}
      {...(onOpen && { onOpenChange: (now: boolean) => onOpen(now) })}
    >
      <Base.Trigger render={button} />
      <Sheet place={{ side, align }} title={title} className={className}>
        {children}
      </Sheet>
    </Base.Root>
  )
}

/** Closes the one around it. */
export const PopoverClose = Base.Close

/** The same beside something that is there already; it is open as long as it is shown. */
export function Beside({
  anchor,
  title,
  onClose,
  className = 'w-88',
  children,
}: {
  anchor: Element
  title: string
  onClose: () => void
  className?: string
  children: ReactNode
}) {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Sheet
        place={{ anchor, side: 'inline-end', align: 'start' }}
        title={title}
        className={className}
      >
        {children}
      </Sheet>
    </Base.Root>
  )
}

function Sheet({
  place,
  title,
  className,
  children,
}: {
  place: Pick<Base.Positioner.Props, 'anchor' | 'side' | 'align'>
  title: string
  className: string
  children: ReactNode
}) {
  return (
    <Base.Portal>
      <Base.Positioner
        {...place}
        sideOffset={8}
        collisionPadding={besideNotch(12)}
        className="z-40"
      >
        <Base.Popup
          onKeyDown={(event) => {
            // Until there is something to go to, Tab would leave it, and close it.
            const { childElementCount: parts } = event.currentTarget
            const comes = parts < 2 || event.currentTarget.querySelector('[data-coming]')
            if (event.key === 'Tab' && comes) event.preventDefault()
          }}
          className={`sheet-over max-h-(--available-height) max-w-[calc(100vw-1.5rem)] overflow-y-auto p-4 ${className}`}
        >
          <Base.Title className="sr-only">{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

/** As far from the edges of the screen, and past what a phone has in the way at its sides: the page stands beside that. */
function besideNotch(gap: number) {
  const { marginLeft, marginRight } = getComputedStyle(document.body)
  const past = (margin: string) => gap + Number.parseFloat(margin)
  return { top: gap, right: past(marginRight), bottom: gap, left: past(marginLeft) }
}
