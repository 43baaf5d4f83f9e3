import type { RefObject } from 'react'
import { words } from '../words/frame.ts'
import { Icon } from './icon.tsx'

/** Over a list whose new rows wait (`useHeldBack`), in sight however far somebody has read; it moves nothing either. */
export function WaitingRows({
  waiting,
  letIn,
  list,
}: {
  waiting: number
  letIn: () => void
  list: RefObject<HTMLElement | null>
}) {
  return (
    <div role="status" className="pointer-events-none sticky top-20 z-20 grid h-0 lg:top-4">
      {waiting > 0 && (
        <button
          type="button"
          onClick={() => {
            letIn()
            // Where they are now, also for whoever came here by the keyboard.
            list.current?.focus({ preventScroll: true })
            list.current?.scrollTo({ top: 0 })
            const { top = 0 } = list.current?.getBoundingClientRect() ?? {}
            // Below what stands at the head of the screen.
            if (top < 0) window.scrollBy({ top: top - 96 })
          }}
          className="rise pointer-events-auto mt-2 inline-flex self-start min-h-9 items-center gap-2 justify-self-center rounded-full bg-accent px-4 text-sm font-semibold text-on-accent shadow-over pointer-coarse:min-h-11"
        >
          <Icon name="up" className="size-4" />
          {words.fresh(waiting)}
        </button>
      )}
    </div>
  )
}
