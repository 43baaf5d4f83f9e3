import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { words } from '../../words/write.ts'
import { type Composition, isBlank } from '../../writing/composition.ts'
import { areAlike, contentsOf } from '../../writing/conflict.ts'
import { type Store, useSaved, useTyped } from '../../writing/store.ts'

export function SavedState({ store }: { store: Store }) {
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
