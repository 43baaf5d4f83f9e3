/** Files that are not sent yet, kept on the device: what is left to send is there after a reload. */
import { createStore, del, get, set } from 'idb-keyval'

const bytes = createStore('crier-files', 'files')
/** Larger files are asked for again after a crash. */
const KEPT_BYTES = 500_000_000

export async function keepBytes(key: string, blob: Blob) {
  // Without room for it the upload goes on all the same.
  if (blob.size <= KEPT_BYTES) await set(key, blob, bytes).catch(() => undefined)
}

export async function bytesOf(key: string) {
  return get<Blob>(key, bytes).catch(() => undefined)
}

export async function dropBytes(key: string) {
  await del(key, bytes).catch(() => undefined)
}
