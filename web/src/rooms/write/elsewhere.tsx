import { lazy, type ReactNode, Suspense } from 'react'
import { room } from '../../shell/version.ts'
import { type Store, useBecame, useChangedThere, useOwned } from '../../writing/store.ts'

const Bars = lazy(async () => ({
  default: (await room(() => import('./elsewhere-bars.tsx'))).Bars,
}))

/**
 * What is in it can be read and not changed while another tab writes the post, or once one has sent it; what another device
 * wrote is chosen or not.
 */
export function Elsewhere({ store, children }: { store: Store; children: ReactNode }) {
  const owned = useOwned(store)
  const changed = useChangedThere(store)
  const became = useBecame(store)
  const writes = owned && !became
  return (
    <>
      {(!writes || changed) && (
        <Suspense>
          <Bars store={store} owned={owned} became={became} />
        </Suspense>
      )}
      <div inert={!writes} className={writes ? 'contents' : 'opacity-70'}>
        {children}
      </div>
    </>
  )
}
