/** Digests of local files, without reading them into memory. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
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
