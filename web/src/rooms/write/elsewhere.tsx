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
  const told = !writes || changed
  return (
    // The bar takes its height from the room below it, so that both together are as high as the window.
    <div
      className={told ? 'flex min-w-0 flex-col lg:h-[calc(100dvh-var(--bars,0px))]' : 'contents'}
    >
      {told && (
        <Suspense>
          <Bars store={store} owned={owned} became={became} />
        </Suspense>
      )}
      <div
        inert={!writes}
        className={told ? `flex min-h-0 flex-1 flex-col ${writes ? '' : 'opacity-70'}` : 'contents'}
      >
        {children}
      </div>
    </div>
  )
}
