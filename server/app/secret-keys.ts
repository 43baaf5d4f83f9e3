/** Which of the keys at hand seals: the configuration holds them, the row about the instance tells. */
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '#config/config.ts'
import { keyFiles, presentKeys, type SecretKeys } from '#config/secret-keys.ts'
import { clientKeyOf } from '#connecting/client-key.ts'
import { secretContext } from '#connecting/secrets.ts'
import type { ClientKey } from '#platforms/platform.ts'
import { type Keyring, keyring, type SecretKey, secretKey, shownRing } from '#rules/keyring.ts'
import { readSealedWords, sealedSecret, type SealedWords } from '#store/instance.ts'
import type { Db } from '#store/schema.ts'
import { keyIdIn, type Seal, seal } from '#store/seal.ts'
import { contexts } from '#store/sealed.ts'
import { StartError } from '#database/start-error.ts'
import { CRIER } from './command-line.ts'

const WORD = 'crier'

export type KeyConfig = SecretKeys & Pick<Config, 'data_dir'>

export interface InstanceKeys {
  /** Changes with the instance’s: whoever seals or signs holds the ring, never a key of it. */
  readonly ring: Keyring
  /** As this process knew them last. */
  readonly words: SealedWords
  /** Of this instance at that platform: it stays when SECRET_KEY changes. */
  clientKey: (platform: string) => ClientKey
  /** Undefined, or why nothing can be opened; then the ring stays as it was. */
  take(words: SealedWords): string | undefined
  /** Looks at files and database anew. `shared`: within a transaction, behind whoever changes it just now. */
  refresh(db: Db, how?: { shared: boolean }): Promise<string | undefined>
}

const ClientKeys = z.record(
  z.string(),
  z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    d: z.string(),
  }),
)

const UNKNOWN: SealedWords = {
  sealed_word: null,
  old_sealed_word: null,
  dropped_key: null,
  client_keys: null,
}

export function keysOf(config: KeyConfig): InstanceKeys {
  const ring = keyring(textsOf(config))
  let words = UNKNOWN
  let kept: Record<string, ClientKey> = {}

  function take(fresh: SealedWords) {
    const present = presentKeys(config)
    // The same object derives nothing twice.
    const keys = textsOf(present).map(
      (text) => ring.all.find((key) => key.text === text) ?? secretKey(text),
    )
    const { sealed_word, old_sealed_word, client_keys } = fresh
    const first = sealed_word === null ? keys[0] : keyUnder(keys, sealed_word)
    const old = old_sealed_word === null ? undefined : keyUnder(keys, old_sealed_word)
    if (!first || (old_sealed_word !== null && !old)) return troubleOf({ first, old, keys }, fresh)
    ring.hold(keys, first, sealed_word === null || keyIdIn(sealed_word) !== undefined)
    words = fresh
    kept =
      client_keys === null
        ? {}
        : ClientKeys.parse(seal(ring).open(client_keys, contexts.client_keys))
    return undefined
  }

  function troubleOf(
    { first, old, keys }: Record<'first' | 'old', SecretKey | undefined> & { keys: SecretKey[] },
    { dropped_key, old_sealed_word }: SealedWords,
  ) {
    const { key, other } = namesOf(config)
    if (old_sealed_word !== null && first)
      return `The key is being changed, and values are still sealed with the one before, which this process has not: put it into ${other} until \`${CRIER} secret rotate\` has come to its end.`
    if (old_sealed_word !== null && old)
      return `The key is being changed, and this process has the old one alone: put the new one into ${other}.`
    if (keys.some(({ id }) => id === dropped_key))
      return `The key in ${key} was changed, and nothing is sealed with it any more: put the new one into ${key}.`
    return wrongKey(config)
  }

  return {
    ring,
    get words() {
      return words
    },
    clientKey: (platform) => kept[platform] ?? clientKeyOf(ring.first, platform),
    take,
    async refresh(db, how) {
      return take(await readSealedWords(db, how))
    },
  }
}

/** Asked once others know of this process: the key may have been changed in the moment before. Refuses with a StartError. */
export async function requireKeys(db: Db, keys: InstanceKeys) {
  const trouble = await db.transaction().execute(async (tx) => keys.refresh(tx, { shared: true }))
  if (trouble !== undefined) throw new StartError(trouble)
}

/** How this process is called on a connection by which others know it. */
export function namedBy(name: string, { ring }: Pick<InstanceKeys, 'ring'>) {
  return `${name} ${shownRing(ring)}`
}

/**
 * Of a database from before there was a sealed word: it is the key that opens any account’s tokens. Undefined: none of these.
 */
export async function wordFor(tx: Db, config: KeyConfig): Promise<Buffer | undefined> {
  const keys = textsOf(config).map(secretKey)
  const witness = await sealedSecret(tx)
  const first = witness
    ? keys.find((key) => opens(key, witness.secret, secretContext(witness.workspace_id)))
    : keys[0]
  if (!first) return undefined
  const ring = keyring([first.text])
  ring.hold([first], first, !witness || keyIdIn(witness.secret) !== undefined)
  return sealedWord(seal(ring))
}

/** Whether one of the keys is what the word was sealed with; without a word, an account’s tokens. */
export async function isSealedWith(db: Db, texts: readonly string[], word: Buffer | null) {
  const keys = texts.map(secretKey)
  if (word !== null) return keyUnder(keys, word) !== undefined
  const witness = await sealedSecret(db)
  return (
    !witness || keys.some((key) => opens(key, witness.secret, secretContext(witness.workspace_id)))
  )
}

/** The key that the word opens under. */
export function keyFor(texts: readonly string[], word: Buffer): string | undefined {
  return keyUnder(texts.map(secretKey), word)?.text
}

export function sealedWord(sealed: Seal) {
  return sealed.close(WORD, contexts.instance)
}

export function textsOf({
  secret_key,
  other_secret_key,
}: Pick<SecretKeys, 'secret_key' | 'other_secret_key'>): [string, ...string[]] {
  return [secret_key.reveal(), ...(other_secret_key ? [other_secret_key.reveal()] : [])]
}

/** Where an operator finds them. */
export function namesOf({ data_dir, secret_key_generated, other_secret_key_given }: KeyConfig) {
  const files = keyFiles(data_dir)
  return {
    key: secret_key_generated ? `the file ${files.key}` : 'SECRET_KEY',
    other:
      secret_key_generated && !other_secret_key_given
        ? `the file ${files.other}`
        : 'SECRET_KEY_OTHER',
  }
}

function keyUnder(keys: readonly SecretKey[], word: Buffer) {
  return keys.find((key) => opens(key, word, contexts.instance))
}

function opens(key: SecretKey, sealed: Buffer, context: string) {
  try {
    seal(key.text).open(sealed, context)
    return true
  } catch {
    return false
  }
}

export function wrongKey({ data_dir, secret_key_generated }: KeyConfig) {
  const place = secret_key_generated ? `the file ${join(data_dir, 'secret-key')}` : 'SECRET_KEY'
  return (
    `The key in ${place} is not the one that this database was sealed with: no account could publish. ` +
    `Bring the right key back. If it is lost for good, \`${CRIER} secret-key reset\` forgets what was sealed with it; ` +
    'every account then has to be connected again.'
  )
}
