/** What a container of Instagram or Threads says of itself, as the key of a lost call: both have the same states. */
import type { Known } from '../evidence.ts'

/** Milliseconds until it is asked again: longer with each look. */
const AGAIN = { pause: 10_000, most: 60_000 }

/** `said` are its own words; what its ERROR means differs, and is the platform's to say. */
export function stateOf(
  status: string | undefined,
  said: string,
  { look, now, failed }: { look: number; now: Date; failed: (said: string) => Known },
): Known {
  switch (status) {
    case 'PUBLISHED':
      return { is: 'landed', ids: [], url: null }
    case 'FINISHED':
      return { is: 'open' }
    case 'IN_PROGRESS': {
      const pause = Math.min(AGAIN.pause * look, AGAIN.most)
      return { is: 'working', again: now.getTime() + pause }
    }
    // "The container was not published within 24 hours and has expired."
    case 'EXPIRED':
      return { is: 'dead', code: 'unused', words: said }
    case 'ERROR':
      return failed(said)
    default:
      return { is: 'unknown' }
  }
}
