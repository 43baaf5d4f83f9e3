/** On small screens, where a thumb reaches: the rooms that most go to, and a button for the others. */
import { lazy, Suspense } from 'react'
import { Icon } from '../ui/icon.tsx'
import { common } from '../words/common.ts'
import { useCalm } from './calm.ts'

// They come behind the first room; should they not, all rooms are behind the button.
const FootRooms = lazy(() =>
  import('../rooms/frame/foot-rooms.tsx').then(
    (there) => ({ default: there.FootRooms }),
    () => ({ default: Place }),
  ),
)

function Place() {
  return <li className="flex-4" />
}

const item =
  'grid min-h-14 w-full content-center justify-items-center gap-0.5 rounded-md px-1 text-[0.6875rem] leading-4 font-medium text-muted'

/** `close`: whoever goes on by it leaves the menu behind. */
export function FootBar({
  open,
  toggle,
  close,
}: {
  open: boolean
  toggle: () => void
  close: () => void
}) {
  const calm = useCalm()
  return (
    <nav
      aria-label={common.rooms.most}
      data-bar
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-card px-1 pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <ul className="flex">
        <Suspense fallback={<Place />}>
          {calm ? <FootRooms open={open} close={close} item={item} /> : <Place />}
        </Suspense>
        <li className="min-w-0 flex-1">
          <button
            type="button"
            aria-label={common.frame.moreRooms}
            aria-expanded={open}
            aria-controls="menu"
            onClick={toggle}
            className={item}
          >
            <Icon name={open ? 'cross' : 'menu'} className="size-6" />
            <span className="max-w-full truncate">{common.frame.more}</span>
          </button>
        </li>
      </ul>
    </nav>
  )
}
