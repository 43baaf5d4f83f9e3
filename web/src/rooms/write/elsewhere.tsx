import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { words } from '../../words/write.ts'
import { type Store, useOwned } from '../../writing/store.ts'

/** What is in it can be read and not changed while another tab writes the post. */
export function Elsewhere({ store, children }: { store: Store; children: ReactNode }) {
  const owned = useOwned(store)
  return (
    <>
      {!owned && (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-center gap-3 border-b border-line bg-warn-soft px-4 py-2 text-sm font-medium text-warn"
        >
          {words.write.elsewhere}
          <Button small onClick={() => void store.takeOver()}>
            {words.write.takeOver}
          </Button>
        </div>
      )}
      <div inert={!owned} className={owned ? 'contents' : 'opacity-70'}>
        {children}
      </div>
    </>
  )
}
