import { createReadStream } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Blobs } from './blobs.ts'

/** Files in folders by the first two characters of the key; written aside, synced, then renamed. */
export function diskBlobs(folder: string): Blobs {
  const place = (key: string) => {
    if (!/^[\w.-]{8,200}$/.test(key))
      throw new Error('A blob key is letters, digits, dots and dashes.')
    return join(folder, key.slice(0, 2), key)
  }
  return {
    async put(key, bytes) {
      const path = place(key)
      await mkdir(dirname(path), { recursive: true })
      const aside = `${path}.part`
      await using file = await open(aside, 'w')
      for await (const chunk of bytes) await file.write(chunk)
      await file.sync()
      await rename(aside, path)
    },

    open(key, range) {
      return createReadStream(place(key), range ? { start: range.start, end: range.end - 1 } : {})
    },
  }
}
