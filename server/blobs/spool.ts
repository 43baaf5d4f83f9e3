/** Local files on their way: written from streams, and digested without reading them into memory. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** In base64, as S3 wants it; `end` is inclusive. */
export async function digestOf(
  path: string,
  algorithm: 'md5' | 'sha256',
  range: { start?: number; end?: number } = {},
  encoding: 'base64' | 'hex' = 'base64',
): Promise<string> {
  const hash = createHash(algorithm)
  await pipeline(createReadStream(path, { ...range, highWaterMark: 1024 * 1024 }), hash)
  return hash.digest(encoding)
}

/** A new file with these bytes, for nobody else on the machine. */
export async function spoolInto(path: string, bytes: AsyncIterable<Uint8Array>) {
  await using file = await open(path, 'wx', 0o600)
  for await (const part of bytes) await file.writeFile(part)
}
