/**
 * "The top bit is always 0. The next 53 bits represent microseconds since the UNIX epoch … The final 10 bits are a
 * random clock identifier"; 13 characters of `234567abcdefghijklmnopqrstuvwxyz` (atproto.com/specs/tid).
 */
const letters = '234567abcdefghijklmnopqrstuvwxyz'
const pattern = /^[234567abcdefghij][234567a-z]{12}$/

export function isTid(text: string) {
  return pattern.test(text)
}

export function tidAt(micros: number, clockId = 0) {
  let value = (BigInt(micros) << 10n) | BigInt(clockId)
  let text = ''
  for (let at = 0; at < 13; at += 1) {
    text = letters.charAt(Number(value & 31n)) + text
    value >>= 5n
  }
  return text
}
