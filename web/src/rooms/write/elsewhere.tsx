import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { words } from '../../words/write.ts'
import { type Store, useChangedThere, useOwned } from '../../writing/store.ts'

/** What is in it can be read and not changed while another tab writes the post; what another device wrote is chosen or not. */
export function Elsewhere({ store, children }: { store: Store; children: ReactNode }) {
  const owned = useOwned(store)
  const changed = useChangedThere(store)
  return (
    <>
      {!owned && (
        <Bar text={words.write.elsewhere}>
          <Button small onClick={() => void store.takeOver()}>
            {words.write.takeOver}
          </Button>
        </Bar>
      )}
      {owned && changed && (
        <Bar text={words.write.changedThere}>
          <Button small onClick={store.takeThere}>
            {words.write.takeThere}
          </Button>
          <Button small onClick={store.keepHere}>
            {words.write.keepHere}
          </Button>
        </Bar>
      )}
      <div inert={!owned} className={owned ? 'contents' : 'opacity-70'}>
        {children}
      </div>
    </>
  )
}

function Bar({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-center gap-3 border-b border-line bg-warn-soft px-4 py-2 text-sm font-medium text-warn"
    >
      {text}
      {children}
    </div>
  )
}
