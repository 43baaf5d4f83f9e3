/** Memory that is used again and again: a fresh stretch for each piece costs more than the copying into it. */
import type { FileHandle } from 'node:fs/promises'

/** Stretches of `size` bytes, taken in turn. */
export interface Memory {
  size: number
  next(): Buffer
}

export function memory(stretches: number, size: number): Memory {
  const all: Buffer[] = []
  let turn = 0
  return {
    size,
    next() {
      const at = turn++ % stretches
      // Touched by nobody, it costs nothing.
      return (all[at] ??= Buffer.allocUnsafeSlow(size))
    },
  }
}

/** Parts that fill a stretch each, but for the last one; nothing at all is one empty part. A part stays as it is until the stretch's turn comes again. */
export async function* gathered(
  chunks: AsyncIterable<Uint8Array>,
  into: Memory,
): AsyncGenerator<Buffer> {
  let part: Buffer | undefined
  let filled = 0
  let told = false
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length;) {
      // Not before there is something to put there: a stretch that nobody uses would end another's turn.
      part ??= into.next()
      const taken = Math.min(chunk.length - from, into.size - filled)
      part.set(chunk.subarray(from, from + taken), filled)
      from += taken
      filled += taken
      if (filled < into.size) continue
      yield part
      told = true
      part = undefined
      filled = 0
    }
  }
  if (part) yield part.subarray(0, filled)
  else if (!told) yield Buffer.of()
}

/** The same of a file of this machine; the next part is read while one is in use, which takes a stretch more. */
export async function* partsOf(file: FileHandle, into: Memory): AsyncGenerator<Buffer> {
  let at = 0
  const read = async () => {
    const part = await fill(file, into.next(), at)
    at += part.length
    return part
  }
  let part = await read()
  let told = false
  while (part.length === into.size) {
    const coming = read()
    coming.catch(() => undefined)
    try {
      yield part
    } finally {
      // Nobody closes the file under it.
      await coming.catch(() => undefined)
    }
    told = true
    part = await coming
  }
  if (part.length || !told) yield part
}

/** As much as fits, or as is there from `position` on. */
export async function fill(file: FileHandle, into: Buffer, position: number): Promise<Buffer> {
  let filled = 0
  while (filled < into.length) {
    const { bytesRead } = await file.read(into, filled, into.length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return into.subarray(0, filled)
}
