/** How long a label of a host is when it is written in ASCII (RFC 3492), which is what its length is limited by. */

const BASE = 36
const T_MIN = 1
const T_MAX = 26
const SKEW = 38
const DAMP = 700

/** What stands for a full stop in other scripts parts the label; each part is written by itself. */
export function asciiLength(label: string): number {
  const parts = label.split(/[.\u3002\uff0e\uff61]/).map(encodedLength)
  return parts.reduce((sum, length) => sum + length, parts.length - 1)
}

function encodedLength(part: string) {
  const points = Array.from(part, (character) => character.codePointAt(0) ?? 0)
  const plain = points.filter((point) => point < 0x80).length
  if (plain === points.length) return plain
  // The prefix, the plain letters, and a hyphen behind them.
  let length = 'xn--'.length + plain + (plain > 0 ? 1 : 0)
  let handled = plain
  let reached = 0x80
  let delta = 0
  let bias = 72
  while (handled < points.length) {
    const next = Math.min(...points.filter((point) => point >= reached))
    delta += (next - reached) * (handled + 1)
    for (const point of points) {
      if (point < next) delta += 1
      if (point !== next) continue
      length += digits(delta, bias)
      bias = adapted(delta, handled + 1, handled === plain)
      delta = 0
      handled += 1
    }
    delta += 1
    reached = next + 1
  }
  return length
}

/** Of a number of variable length. */
function digits(delta: number, bias: number) {
  let count = 1
  let rest = delta
  for (let at = BASE; ; at += BASE) {
    const threshold = Math.min(T_MAX, Math.max(T_MIN, at - bias))
    if (rest < threshold) return count
    rest = Math.floor((rest - threshold) / (BASE - threshold))
    count += 1
  }
}

function adapted(delta: number, points: number, first: boolean) {
  let rest = first ? Math.floor(delta / DAMP) : Math.floor(delta / 2)
  rest += Math.floor(rest / points)
  let at = 0
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; at += BASE) rest = Math.floor(rest / (BASE - T_MIN))
  return Math.floor(at + ((BASE - T_MIN + 1) * rest) / (rest + SKEW))
}
