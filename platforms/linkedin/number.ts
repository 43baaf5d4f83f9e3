/**
 * LinkedIn's numbers tell when they were made: all but the last 22 bits are milliseconds. Not documented; two reports of
 * posts with their dates fit to the millisecond or to 0.4 s.
 */

/** Milliseconds; null where the end of it is no such number. */
export function madeAt(urn: string): number | null {
  const number = /(\d{16,20})\)?$/.exec(urn)?.[1]
  if (number === undefined) return null
  const time = Number(BigInt(number) >> 22n)
  return time >= EARLIEST ? time : null
}

/** Older numbers were counted, not made of time. */
const EARLIEST = Date.UTC(2014, 0)
