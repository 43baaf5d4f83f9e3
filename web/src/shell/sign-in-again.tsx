import { lazy, Suspense, useEffect } from 'react'
import { leaveSession, useSessionEnd } from '../api/session.ts'
import { useCalm } from './calm.ts'

// Few sessions end under somebody's hands: its dialog comes behind the first room.
const load = () =>
  import('../rooms/entry/again.tsx').then(
    ({ Again }) => ({ default: Again }),
    () => ({ default: NoDialog }),
  )
const Again = lazy(load)

export function SignInAgain() {
  const end = useSessionEnd()
  const calm = useCalm()
  useEffect(() => {
    if (calm) void load()
  }, [calm])
  return end ? (
    <Suspense>
      <Again settle={end.settle} />
    </Suspense>
  ) : null
}

/** Where its code cannot be had, the page for signing in takes its place. */
function NoDialog() {
  useEffect(leaveSession, [])
  return <></>
}
