import { words } from '../../words/write.ts'
import { isBlank } from '../../writing/composition.ts'
import { type Store, useSaved, useTyped } from '../../writing/store.ts'

export function SavedState({ store }: { store: Store }) {
  const saved = useSaved(store)
  const blank = useTyped(store, isBlank)
  return (
    <p role="status" className="truncate text-xs text-muted">
      {blank ? '' : words.write.saved[saved]}
    </p>
  )
}
