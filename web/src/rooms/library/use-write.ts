/** A post is begun with these files. */
import { useNavigate } from '@tanstack/react-router'
import type { Item } from '../../api/media.ts'
import { useHere } from '../../shell/here.ts'
import { begin } from '../../writing/begin.ts'
import { fileOf } from '../../writing/composition.ts'

type Attached = Omit<Item, 'created_at'>

export function useWrite() {
  const here = useHere()
  const navigate = useNavigate()
  async function write(items: readonly Attached[]) {
    const uuid = await begin(here.id, { files: items.map(fileOf) })
    await navigate({ to: '/write/$uuid', params: { uuid } })
  }
  return (items: readonly Attached[]) => void write(items)
}
