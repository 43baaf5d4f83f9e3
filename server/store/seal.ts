/** Encryption at rest: AES-256-GCM under the instance's key, bound to a context so that a sealed value cannot be moved. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export interface Seal {
  /** `context` names owner and purpose: 'account:7'. Opening under another context fails. */
  close(value: unknown, context: string): Buffer
  open(sealed: Buffer, context: string): unknown
}

const VERSION = 1
const NONCE = 12
const TAG = 16

export function seal(secretKey: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'crier', 'sealed columns', 32))
  return {
    close(value, context) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), body])
    },

    open(sealed, context) {
      const nonce = sealed.subarray(1, 1 + NONCE)
      const tag = sealed.subarray(1 + NONCE, 1 + NONCE + TAG)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce)
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
      const body = sealed.subarray(1 + NONCE + TAG)
      return JSON.parse(decipher.update(body, undefined, 'utf8') + decipher.final('utf8'))
    },
  }
}
