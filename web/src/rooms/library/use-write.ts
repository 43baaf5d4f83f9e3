/** A post is begun with these files. */
import { useNavigate } from '@tanstack/react-router'
import type { Item } from '../../api/media.ts'
import { useHere } from '../../shell/here.ts'
import { fileOf } from '../../writing/composition.ts'
import { newUuid } from '../../writing/new.ts'
import { composition } from '../../writing/store.ts'

type Attached = Omit<Item, 'created_at'>

export function useWrite() {
  const here = useHere()
  const navigate = useNavigate()
  async function write(items: readonly Attached[]) {
    const uuid = newUuid()
    const store = await composition(uuid, here.id)
    store.change(() => ({ files: items.map(fileOf) }))
    await store.keep()
    await navigate({ to: '/write/$uuid', params: { uuid } })
  }
  return (items: readonly Attached[]) => void write(items)
}
