import type { Ref } from 'react'
import { words } from '../../words/write.ts'
import type { Store } from '../../writing/store.ts'
import { SavedState } from './saved-state.tsx'

export type View = 'write' | 'preview'

/** What is done here and whether it is kept; where there is no room for both, what is shown. */
export function Head({
  store,
  title,
  heading,
  view,
  setView,
}: {
  store: Store
  title: string
  heading: Ref<HTMLHeadingElement>
  view: View
  setView: (view: View) => void
}) {
  return (
    <header className="flex items-center justify-between gap-4 border-b border-line bg-card px-4 py-2.5 sm:px-8">
      <div className="flex min-w-0 items-baseline gap-x-3 max-sm:flex-wrap">
        <h1 ref={heading} tabIndex={-1} className="!text-xl">
          {title}
        </h1>
        <SavedState store={store} />
      </div>
      <div
        className="flex rounded-md bg-sunk p-0.5 min-[1100px]:hidden"
        role="group"
        aria-label={words.write.views}
      >
        {(['write', 'preview'] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={view === each}
            onClick={() => setView(each)}
            className={`min-h-9 rounded-[0.4rem] px-3 text-sm font-medium ${view === each ? 'bg-card shadow-card' : 'text-muted'}`}
          >
            {words.write.view[each]}
          </button>
        ))}
      </div>
    </header>
  )
}
