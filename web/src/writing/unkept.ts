/**
 * What was typed in the moment before a page is left. The store of the device takes its time, and a page that goes ends what it has
 * begun there; this place has it at once, and the next page takes it from here.
 */
import { del, type UseStore, update } from 'idb-keyval'
import { type Composition, isBlank } from './composition.ts'

const PREFIX = 'crier.unkept.'

export function leaveBehind(composition: Composition) {
  try {
    localStorage.setItem(PREFIX + composition.uuid, JSON.stringify(composition))
  } catch {
    // Without room for it, what the store has by then is what there is.
  }
}

/** The store has it, or nobody wants it any more. */
export function takeBack(uuid: string) {
  localStorage.removeItem(PREFIX + uuid)
}

/** Into the store, what pages left behind and it does not have. */
export async function takeIn(texts: UseStore) {
  for (const name of Object.keys(localStorage).filter((each) => each.startsWith(PREFIX)))
    try {
      const left = JSON.parse(localStorage.getItem(name) ?? '') as Composition
      let isNewer = false
      // In one go: another page may keep what is newer still.
      await update<Composition | undefined>(
        left.uuid,
        (kept) => {
          isNewer = !kept || kept.touched_at < left.touched_at
          return isNewer ? left : kept
        },
        texts,
      )
      if (isNewer && isBlank(left) && !left.post) await del(left.uuid, texts)
      localStorage.removeItem(name)
    } catch {
      // It stays for the next one.
    }
}
