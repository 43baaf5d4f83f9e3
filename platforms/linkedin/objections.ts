/** What LinkedIn would refuse of a post as a whole. Sources and certainty: README, "What is offered". */
import type { Objection, Written, WrittenMedia } from '../objections.ts'
import type { AccountFacts } from '../platform.ts'

/** "Only images with a total pixel count less than 36152320": width by height. */
const PIXELS = 36_152_320
const SHORTEST_VIDEO = 3
const SMALLEST_VIDEO = 75_000
const PAGES = 300

export function objects({ options, media }: Written, { settings }: AccountFacts): Objection[] {
  const objections: Objection[] = media.flatMap((file, index) =>
    [...aboutFile(file)].map((text) => ({ media: index, text })),
  )
  if (settings['kind'] === 'page' && options['visibility'] === 'CONNECTIONS') {
    const text =
      'is a Page, which has no connections: its posts are for everyone. Set visibility to PUBLIC.'
    objections.push({ option: 'visibility', text })
  }
  return objections
}

function* aboutFile({ mime_type, width, height, duration, size_bytes, pages }: WrittenMedia) {
  if (mime_type.startsWith('image/') && width && height && width * height >= PIXELS)
    yield `takes pictures of less than ${PIXELS} pixels; this has ${width * height}.`
  if (mime_type.startsWith('video/')) {
    if (duration !== null && duration < SHORTEST_VIDEO)
      yield `takes videos of at least ${SHORTEST_VIDEO} s; this has ${duration} s.`
    if (size_bytes < SMALLEST_VIDEO)
      yield `takes videos of at least ${SMALLEST_VIDEO} bytes; this has ${size_bytes}.`
  }
  if (pages !== null && pages > PAGES)
    yield `takes documents of at most ${PAGES} pages; this has ${pages}.`
}
