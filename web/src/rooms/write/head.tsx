import type { Ref } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { words } from '../../words/write.ts'
import { type Store, useSaved, useTyped } from '../../writing/store.ts'
import { Button } from '../../ui/button.tsx'
import { type Composition, isBlank } from '../../writing/composition.ts'
import { areAlike, contentsOf } from '../../writing/conflict.ts'

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

function SavedState({ store }: { store: Store }) {
  const saved = useSaved(store)
  const blank = useTyped(store, isBlank)
  const changed = useTyped(store, isChanged)
  const navigate = useNavigate()
  async function throwAway() {
    const { post } = store.get()
    if (!post) return
    await store.forget(post.id)
    await navigate({ to: '/posts/$id', params: { id: String(post.id) } })
  }
  return (
    <>
      <p role="status" className="min-w-0 text-xs text-muted">
        {changed && saved === 'saved'
          ? words.write.notInPost
          : blank
            ? ''
            : words.write.saved[saved]}
      </p>
      {changed && (
        <Button small look="quiet" className="shrink-0" onClick={() => void throwAway()}>
          {words.write.throwChanges}
        </Button>
      )}
    </>
  )
}

/** Of a post that is there already: what is written here is not what it says. */
function isChanged(now: Composition) {
  return now.base !== undefined && !areAlike(now.base, contentsOf(now))
}
