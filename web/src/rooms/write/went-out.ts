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

/**
 * The service says that it can no longer be changed, before anybody sends it. `here`: it is being sent, or was sent, from
 * here; that what is out can no longer be changed is no news then.
 */
export function useWentOut(
  store: Store,
  id: number | undefined,
  problems: readonly Problem[],
  here: boolean,
) {
  const { crier } = useHere()
  const closed = problems.some(({ field }) => field === 'status')
  useEffect(() => {
    if (closed && !here && id !== undefined) standing(store, crier, id).catch(() => undefined)
  }, [closed, here, store, crier, id])
}
