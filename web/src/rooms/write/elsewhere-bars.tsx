/** What is said above a post that is written elsewhere as well. */
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { words } from '../../words/write.ts'
import type { Store } from '../../writing/store.ts'

export function Bars({ store, owned }: { store: Store; owned: boolean }) {
  if (!owned)
    return (
      <Bar text={words.write.elsewhere}>
        <Button small onClick={() => void store.takeOver()}>
          {words.write.takeOver}
        </Button>
      </Bar>
    )
  return (
    <Bar text={words.write.changedThere}>
      <Button small onClick={store.takeThere}>
        {words.write.takeThere}
      </Button>
      <Button small onClick={store.keepHere}>
        {words.write.keepHere}
      </Button>
    </Bar>
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
