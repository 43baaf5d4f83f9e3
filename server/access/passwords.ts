/** Passwords as argon2id hashes, in the common notation `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Problem } from '#rules/problem.ts'

export interface Passwords {
  hash(this: void, password: string): Promise<string>
  /** Takes as long when there is no hash to compare with. */
  verify(this: void, password: string, hash: string | undefined): Promise<boolean>
}

/** OWASP's choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT = 16
const TAG = 32
/** Each holds 19 MiB, and a thread that reading files needs too. */
const AT_ONCE = 2
/** Whoever waits behind so many would wait for seconds. */
const WAITING = 100

const derive = promisify(argon2)

export function passwords(cost = COST): Passwords {
  const turn = turns()
  const run = (password: string, salt: Buffer, { memory, passes, parallelism } = cost) =>
    turn(async () =>
      derive('argon2id', {
        message: Buffer.from(password),
        nonce: salt,
        memory,
        passes,
        parallelism,
        tagLength: TAG,
      }),
    )

  return {
    async hash(password) {
      const salt = randomBytes(SALT)
      return written(salt, await run(password, salt), cost)
    },

    async verify(password, hash) {
      const read = parse(hash ?? nobodys)
      const tag = await run(password, read.salt, read.cost)
      return timingSafeEqual(tag, read.tag) && hash !== undefined
    },
  }
}

/** What those are compared with who do not exist: of the same cost, and nobody's. */
const nobodys = written(randomBytes(SALT), randomBytes(TAG), COST)

function written(salt: Buffer, tag: Buffer, { memory, passes, parallelism }: typeof COST) {
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(salt)}$${plain(tag)}`
}

function parse(hash: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash)
  if (!match) throw new Error('A password hash in the store cannot be read.')
  const [, m, t, p, salt = '', tag = ''] = match
  return {
    cost: { memory: Number(m), passes: Number(t), parallelism: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

/** A few at a time, the others in line, and nobody behind a line that is too long. */
function turns() {
  let running = 0
  const line: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (line.length >= WAITING) {
      throw new Problem('unavailable', 'Try again in a moment: many people sign in just now.')
    }
    if (running >= AT_ONCE) await new Promise<void>((resolve) => line.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // Handed over: the count stays the same.
      const next = line.shift()
      if (next) next()
      else running--
    }
  }
}
