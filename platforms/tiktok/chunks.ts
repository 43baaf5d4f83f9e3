/**
 * How a video is cut: whole up to 64,000,000 bytes, else in parts of 10,000,000 whose last carries the remainder
 * (media transfer guide: 5 to 64 MB, floor of size by part, the last up to 128 MB, at most 1000 parts).
 */
const LARGEST_WHOLE = 64_000_000
const PART = 10_000_000

export interface Plan {
  video_size: number
  chunk_size: number
  total_chunk_count: number
}

export function planFor(video_size: number): Plan {
  if (video_size <= LARGEST_WHOLE) {
    return { video_size, chunk_size: video_size, total_chunk_count: 1 }
  }
  return { video_size, chunk_size: PART, total_chunk_count: Math.floor(video_size / PART) }
}

/** `end` is exclusive. */
export function rangeOf({ video_size, chunk_size, total_chunk_count }: Plan, index: number) {
  const start = index * chunk_size
  const end = index === total_chunk_count - 1 ? video_size : start + chunk_size
  return { start, end }
}

export const contentRange = (
  { video_size }: Plan,
  { start, end }: { start: number; end: number },
) => `bytes ${start}-${end - 1}/${video_size}`
