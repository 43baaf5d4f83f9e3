import { lazy, type ReactNode, Suspense } from 'react'
import { room } from '../../shell/version.ts'
import { type Store, useChangedThere, useOwned } from '../../writing/store.ts'

const Bars = lazy(async () => ({
  default: (await room(() => import('./elsewhere-bars.tsx'))).Bars,
}))

/** What is in it can be read and not changed while another tab writes the post; what another device wrote is chosen or not. */
export function Elsewhere({ store, children }: { store: Store; children: ReactNode }) {
  const owned = useOwned(store)
  const changed = useChangedThere(store)
  return (
    <>
      {(!owned || changed) && (
        <Suspense>
          <Bars store={store} owned={owned} />
        </Suspense>
      )}
      <div inert={!owned} className={owned ? 'contents' : 'opacity-70'}>
        {children}
      </div>
    </>
  )
}
