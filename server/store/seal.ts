/** Encryption at rest: AES-256-GCM under the instance's key, bound to a context so that a sealed value cannot be moved. */
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { type Keyring, ringOf, type SecretKey } from '#rules/keyring.ts'

export interface Seal {
  /** `context` names owner and purpose: 'account:7'. Opening under another context fails. */
  close(value: unknown, context: string): Buffer
  open(sealed: Buffer, context: string): unknown
}

/** The first byte: values of the first kind name no key. */
const NAMELESS = 1
const NAMED = 2
const ID = 4
const NONCE = 12
const TAG = 16

/** A ring may change while it is used; one key stands for a ring of it alone. */
export function seal(keys: Keyring | string): Seal {
  const ring = ringOf(keys)
  return {
    close(value, context) {
      const { first, names_keys } = ring
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', keyOf(first), nonce)
      cipher.setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      const head = names_keys ? markOf(first) : Buffer.from([NAMELESS])
      return Buffer.concat([head, nonce, cipher.getAuthTag(), body])
    },

    open(sealed, context) {
      const id = keyIdIn(sealed)
      if (id !== undefined) {
        const key = ring.all.find((each) => each.id === id)
        if (!key) throw new Error('Sealed under a key that is not here.')
        return opened(sealed.subarray(1 + ID), key, context)
      }
      let failed: unknown
      for (const key of ring.all) {
        try {
          return opened(sealed.subarray(1), key, context)
        } catch (error) {
          failed = error
        }
      }
      throw failed
    },
  }
}

/** What a value sealed under that key begins with. */
export function markOf({ id }: SecretKey): Buffer {
  return Buffer.from(`0${NAMED}${id}`, 'hex')
}

/** Undefined: it was sealed before values named their key. */
export function keyIdIn(sealed: Buffer): string | undefined {
  return sealed[0] === NAMED ? sealed.subarray(1, 1 + ID).toString('hex') : undefined
}

function opened(sealed: Buffer, key: SecretKey, context: string): unknown {
  const nonce = sealed.subarray(0, NONCE)
  const tag = sealed.subarray(NONCE, NONCE + TAG)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key), nonce)
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
  const body = sealed.subarray(NONCE + TAG)
  return JSON.parse(decipher.update(body, undefined, 'utf8') + decipher.final('utf8'))
}

const made = new WeakMap<SecretKey, KeyObject>()

/** Made once: from bytes, Node makes one for every value, which takes three times as long as to open a token. */
function keyOf(key: SecretKey) {
  const before = made.get(key)
  if (before) return before
  const its = createSecretKey(key.derive('sealed columns'))
  made.set(key, its)
  return its
}
