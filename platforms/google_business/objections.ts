/** What Google would refuse of a picture. Sources and certainty: README, "What is offered". */
import type { Objection, Written, WrittenMedia } from '../objections.ts'

const SHORTEST_EDGE = 250
const SMALLEST = 10_240

export function objects({ media }: Written): Objection[] {
  return media.flatMap((file, index) =>
    [...aboutFile(file)].map((text) => ({ media: index, text })),
  )
}

function* aboutFile({ mime_type, width, height, size_bytes }: WrittenMedia) {
  if (!mime_type.startsWith('image/')) return
  if (width !== null && height !== null && Math.min(width, height) < SHORTEST_EDGE)
    yield `takes pictures with edges of at least ${SHORTEST_EDGE} pixels; this has ${width} by ${height}.`
  // Others are made into a JPEG first, whose size nobody knows yet.
  if (/\/(jpeg|png)$/.test(mime_type) && size_bytes < SMALLEST)
    yield `takes pictures of at least ${SMALLEST} bytes; this has ${size_bytes}.`
}
