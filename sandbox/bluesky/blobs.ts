import { blobCid } from './cid.ts'
import type { Blob, Repo, Store } from './store.ts'

/** Bytes of blobs larger than this are not kept, and of all others only the newest. */
const largestKept = 2_000_000
const mostKept = 64_000_000

/** Content addressed: the same bytes give the same reference again. */
export function storeBlob(store: Store, repo: Repo, bytes: Buffer, mime_type: string): Blob {
  const blob = { cid: blobCid(bytes), mime_type, size: bytes.length }
  repo.blobs.set(blob.cid, blob)
  keep(store, blob.cid, bytes)
  store.touch()
  return blob
}

export function blobRef({ cid, mime_type, size }: Blob) {
  return { $type: 'blob', ref: { $link: cid }, mimeType: mime_type, size }
}

export function blobUrl({ options, state }: Store, did: string, cid: string) {
  return state.bytes.has(cid)
    ? `${options.url}/pds/xrpc/com.atproto.sync.getBlob?${new URLSearchParams({ did, cid }).toString()}`
    : null
}

function keep({ state }: Store, cid: string, bytes: Buffer) {
  if (bytes.length > largestKept || state.bytes.has(cid)) return
  state.bytes.set(cid, bytes)
  state.kept_bytes += bytes.length
  for (const [oldest, { length }] of state.bytes) {
    if (state.kept_bytes <= mostKept) break
    state.bytes.delete(oldest)
    state.kept_bytes -= length
  }
}
