/** What concerns the whole page, above the room: no connection, or a newer version to load when it suits. */
import { type ReactNode, useSyncExternalStore } from 'react'
import { usePaused } from '../live/live.tsx'
import { Button } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { common } from '../words/common.ts'
import { useNewVersion } from './version.ts'

export function Bars() {
  const online = useOnline()
  const paused = usePaused()
  const newer = useNewVersion()
  return (
    <div role="status">
      {online && paused && <Bar icon="clock" text={common.shell.paused} />}
      {!online && <Bar icon="offline" text={common.shell.offline} />}
      {newer && (
        <Bar icon="spark" text={common.shell.newVersion}>
          <Button small onClick={() => window.location.reload()}>
            {common.shell.load}
          </Button>
        </Bar>
      )}
    </div>
  )
}

/** How tall all bars are together, with that at the foot of a small screen: a room as tall as the window has that much less (`--bars`). */
export function measureBars(bars: HTMLElement | null) {
  if (!bars) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() =>
    style.setProperty('--bars', `calc(${bars.offsetHeight}px + var(--foot))`),
  )
  observer.observe(bars)
  return () => {
    observer.disconnect()
    style.removeProperty('--bars')
  }
}

/** It stands in the way of nothing: the room begins below it. */
export function Bar({
  icon,
  text,
  children,
}: {
  icon: IconName
  text: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="flex items-center justify-center gap-3 border-b [&>button]:shrink-0 max-sm:[&>button]:max-w-32 border-line bg-warn-soft px-4 py-2 text-sm font-medium text-warn">
      <Icon name={icon} className="size-4.5" />
      <span className="min-w-0">{text}</span>
      {children}
    </div>
  )
}

export function useOnline() {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('online', listener)
      window.addEventListener('offline', listener)
      return () => {
        window.removeEventListener('online', listener)
        window.removeEventListener('offline', listener)
      }
    },
    () => navigator.onLine,
  )
}
