import type { Tools } from '../tools.ts'
import { Failure } from './failure.ts'

const ATTEMPTS = 3

/** Repeats a call that can do no harm twice, so that one lost chunk of hundreds does not cost the whole upload. */
export async function patiently<Result>(
  tools: Tools,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (let number = 1; ; number++) {
    try {
      return await attempt()
    } catch (error) {
      const lost =
        error instanceof Failure &&
        (error.lost !== undefined || ['unreachable', 'unreadable_answer'].includes(error.code))
      if (!lost || number === ATTEMPTS || tools.signal.aborted) throw error
      await tools.sleep(number * 1000)
    }
  }
}
