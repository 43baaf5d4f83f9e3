/** What a picture shows is kept with the picture: as soon as the service has it, and before a post takes it from there. */
import type { Crier } from '@crier/sdk'
import type { File } from './file.ts'
import type { Store } from './store.ts'

/** By file: one text after the other, so that the last one stays. */
const last = new Map<string, Promise<void>>()

/** Fails where one of them could not be kept. */
export async function keepAltTexts(store: Store, crier: Crier) {
  await Promise.all(
    store
      .get()
      .files.filter(isUntold)
      .map(({ key }) => keep(key, store, crier)),
  )
}

function isUntold({ id, alt_text, alt_kept = '' }: File) {
  return id !== undefined && alt_text !== alt_kept
}

function keep(key: string, store: Store, crier: Crier) {
  const before = last.get(key) ?? Promise.resolve()
  const now = before
    .catch(() => undefined)
    .then(async () => {
      const file = store.get().files.find((each) => each.key === key)
      if (file?.id === undefined || !isUntold(file)) return
      const { id, alt_text } = file
      await crier.updateMedia({ id, alt_text: alt_text || null })
      store.change(({ files }) => ({
        files: files.map((each) => (each.key === key ? { ...each, alt_kept: alt_text } : each)),
      }))
    })
  last.set(key, now)
  return now
}
