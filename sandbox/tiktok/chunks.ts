/** Which plans for an upload are taken ("Media transfer guide"; a single part is checked exactly since August 2026). */
const MB = 1_000_000
const largest = 64 * MB
const smallest = 5 * MB
const largestFile = 4_000 * MB

/** The total is the floor of size by part; the last part carries the rest. */
export function isPlan(plan: { size: number; chunk: number; chunks: number }): boolean {
  const { size, chunk, chunks } = plan
  if (size < 1 || size > largestFile || chunks < 1 || chunks > 1000) return false
  if (chunks === 1) return chunk === size && size <= largest
  return chunk >= smallest && chunk <= largest && chunks === Math.floor(size / chunk)
}

/** The last byte of the part that begins at `start`, or undefined when no part begins there. */
export function endOfPart(
  { size, chunk, chunks }: { size: number; chunk: number; chunks: number },
  start: number,
): number | undefined {
  const index = start / chunk
  if (!Number.isInteger(index) || index >= chunks) return undefined
  return index === chunks - 1 ? size - 1 : start + chunk - 1
}
