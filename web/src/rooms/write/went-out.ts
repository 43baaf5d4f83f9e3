import type { Crier } from '@crier/sdk'
import { useEffect } from 'react'
import { useHere } from '../../shell/here.ts'
import type { Problem } from '../../writing/patch.ts'
import type { Store } from '../../writing/store.ts'

/** As the post stands now. Once it is out, what is written here can no longer become of it. */
export async function standing(store: Store, crier: Crier, id: number) {
  const post = await crier.getPost({ id })
  const open = post.outcome === 'draft' || post.outcome === 'scheduled'
  if (!open && post.deleted_at === null) store.wentOut(id)
  return { post, open }
}

/** The service says that it can no longer be changed, before anybody sends it. */
export function useWentOut(store: Store, id: number | undefined, problems: readonly Problem[]) {
  const { crier } = useHere()
  const closed = problems.some(({ field }) => field === 'status')
  useEffect(() => {
    if (closed && id !== undefined) standing(store, crier, id).catch(() => undefined)
  }, [closed, store, crier, id])
}
