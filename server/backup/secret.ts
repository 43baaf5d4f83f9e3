/** The instance's key under a passphrase: scrypt, then AES-256-GCM. */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { z } from 'zod'
import { BackupError } from './contents.ts'

/** 128 MB and half a second a guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const CONTEXT = Buffer.from('crier secret key')

const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'))
export const Locked = z.object({
  kdf: z.literal('scrypt-17-8-1'),
  salt: base64,
  nonce: base64,
  tag: base64,
  body: base64,
})

export async function lock(secret: string, passphrase: string): Promise<z.input<typeof Locked>> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce)
  cipher.setAAD(CONTEXT)
  const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  const texts = { salt, nonce, tag: cipher.getAuthTag(), body }
  const [a, b, c, d] = Object.values(texts).map((bytes) => bytes.toString('base64'))
  return { kdf: 'scrypt-17-8-1', salt: a ?? '', nonce: b ?? '', tag: c ?? '', body: d ?? '' }
}

export async function unlock(
  { salt, nonce, tag, body }: z.output<typeof Locked>,
  passphrase: string,
): Promise<string> {
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce)
  decipher.setAAD(CONTEXT).setAuthTag(tag)
  try {
    return decipher.update(body, undefined, 'utf8') + decipher.final('utf8')
  } catch (error) {
    throw new BackupError('The passphrase is not the one that the backup was made with.', {
      cause: error,
    })
  }
}

async function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, COST, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}
