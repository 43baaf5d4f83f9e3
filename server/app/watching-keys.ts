/** A process follows the instance’s key: it shows the others what it knows, and stops where it can open nothing any more. */
import type { Listener } from '#database/listen.ts'
import { KEYS_CHANGED } from '#store/instance.ts'
import type { Db } from '#store/schema.ts'
import type { InstanceKeys } from './secret-keys.ts'

const AGAIN_MS = 500

/** Calls back with what is wrong, and with undefined once it is right again. */
export function watchKeys(
  db: Db,
  listener: Listener,
  keys: InstanceKeys,
  changed: (trouble: string | undefined) => void,
): Disposable {
  let told: string | undefined
  let again: NodeJS.Timeout | undefined
  let over = false
  async function look() {
    clearTimeout(again)
    try {
      const trouble = await keys.refresh(db)
      await listener.rename()
      if (trouble === told || over) return
      told = trouble
      changed(trouble)
    } catch {
      // The database is away, or a file cannot be read for now.
      if (!over) again = setTimeout(() => void look(), AGAIN_MS)
    }
  }
  const end = listener.on(KEYS_CHANGED, () => void look())
  return {
    [Symbol.dispose]() {
      over = true
      clearTimeout(again)
      end()
    },
  }
}
