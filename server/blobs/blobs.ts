/** Where bytes live. Keys are unguessable and never reused. */
export interface Blobs {
  /** Stores a stream whole or not at all. */
  put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** `end` is exclusive. */
  open(key: string, range?: { start: number; end: number }): AsyncIterable<Uint8Array>
}
