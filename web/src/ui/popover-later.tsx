/** A popover whose button is there at once; what opens comes behind it, since its parts weigh more than a room. */
import {
  cloneElement,
  type ComponentProps,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { room } from '../shell/version.ts'
import type { Popover } from './popover.tsx'

/** Stands where something of a popover is still to come: Tab waits for it. */
export const coming = { 'data-coming': true }

type Parts = { Popover: typeof Popover }
let there: Parts | undefined

const load = async () => (there = await room(() => import('./popover.tsx')))

/** As a popover. Pressed before its parts are there, it opens when they are. */
export function PopoverLater({
  open: told,
  onOpen,
  button,
  ...rest
}: Omit<ComponentProps<typeof Popover>, 'button'> & {
  button: React.ReactElement<ComponentProps<'button'>>
}) {
  const [parts, setParts] = useState(there)
  const [own, setOwn] = useState(false)
  const frame = useRef<HTMLSpanElement>(null)
  /** Whoever stood on the button while it had no parts stands on it still. */
  const stood = useRef(false)
  const open = told ?? own
  useEffect(() => {
    if (parts) return
    const hold = frame.current
    // Without a connection it stays a button, and is tried again when it is pressed.
    load().then(
      (now) => {
        stood.current = hold?.contains(document.activeElement) ?? false
        setParts(now)
      },
      () => undefined,
    )
  }, [parts, open])
  useLayoutEffect(() => {
    if (parts && stood.current) frame.current?.querySelector('button')?.focus()
    stood.current = false
  }, [parts])
  const set = (now: boolean) => {
    setOwn(now)
    onOpen?.(now)
  }
  return (
    <span ref={frame} className="contents">
      {parts ? (
        <parts.Popover {...rest} button={button} open={open} onOpen={set} />
      ) : (
        cloneElement(button, {
          'aria-haspopup': 'dialog',
          'aria-expanded': false,
          onClick: () => set(true),
        })
      )}
    </span>
  )
}
