/** Reads pieces of a file by their place, and never past its end. */
import { open } from 'node:fs/promises'

export interface Window extends AsyncDisposable {
  size: number
  /** Fewer bytes than asked for at the end of the file. */
  bytes(position: number, length: number): Promise<Buffer>
}

export async function windowOn(path: string): Promise<Window> {
  const file = await open(path, 'r')
  const { size } = await file.stat()
  return {
    size,
    async bytes(position, length) {
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - position)))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
      return buffer.subarray(0, bytesRead)
    },
    [Symbol.asyncDispose]: () => file.close(),
  }
}

const AHEAD_BYTES = 4096

/** For a walk along small things that lie beside each other: each read by itself made 3 MB of them six seconds of work. */
export function ahead(window: Pick<Window, 'bytes'>) {
  let piece: { at: number; bytes: Buffer } = { at: 0, bytes: Buffer.alloc(0) }
  return async (position: number, length: number): Promise<Buffer> => {
    const isHere = position >= piece.at && position + length <= piece.at + piece.bytes.length
    if (!isHere) piece = { at: position, bytes: await window.bytes(position, AHEAD_BYTES) }
    const start = position - piece.at
    return piece.bytes.subarray(start, start + length)
  }
}
