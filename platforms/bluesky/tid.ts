/** Record keys: 53 bits of microseconds and 10 bits of "clock id", in 13 characters that sort like the number. */

const ALPHABET = '234567abcdefghijklmnopqrstuvwxyz'

/**
 * A key that no other record of this service gets: within one millisecond, `seed` (a delivery) and `role` (its post or
 * its comment) fill the digits below the millisecond. A second `putRecord` under the same key would replace the first.
 */
export function tid(at: Date, seed: number, role: 'post' | 'comment'): string {
  const micros = BigInt(at.getTime()) * 1000n + BigInt(seed % 1000)
  const clock = (BigInt(Math.floor(seed / 1000) % 512) << 1n) | (role === 'comment' ? 1n : 0n)
  return encode((micros << 10n) | clock)
}

function encode(value: bigint): string {
  let text = ''
  for (let shift = 60n; shift >= 0n; shift -= 5n) text += ALPHABET[Number((value >> shift) & 31n)]
  return text
}
