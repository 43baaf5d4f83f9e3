/** Writing to whoever may have stopped reading: a page whose computer sleeps keeps its connection for hours. */
import type { ServerResponse } from 'node:http'

/** Two beats of a stream. Whoever comes back later is told what it missed. */
const STALLED = 30_000

/** False when nobody reads any more: whoever takes nothing for so long is cut off. */
export async function write(
  raw: ServerResponse,
  text: string,
  signal: AbortSignal,
  limit = STALLED,
): Promise<boolean> {
  if (raw.writableEnded || raw.destroyed || signal.aborted) return false
  if (raw.write(text)) return true
  const is = await stateOf(raw, signal, limit)
  if (is === 'stalled') raw.destroy()
  return is === 'drained'
}

/** What was said last still goes out, to whoever takes it. */
export function close(raw: ServerResponse, limit = STALLED) {
  if (raw.destroyed) return
  raw.end()
  if (raw.writableFinished) return
  const timer = setTimeout(() => raw.destroy(), limit)
  raw.once('close', () => clearTimeout(timer))
}

function stateOf(raw: ServerResponse, signal: AbortSignal, limit: number) {
  return new Promise<'drained' | 'gone' | 'stalled'>((resolve) => {
    const over = (is: 'drained' | 'gone' | 'stalled') => () => {
      clearTimeout(timer)
      raw.off('drain', drained).off('close', gone)
      signal.removeEventListener('abort', gone)
      resolve(is)
    }
    const [drained, gone] = [over('drained'), over('gone')]
    const timer = setTimeout(over('stalled'), limit)
    raw.on('drain', drained).on('close', gone)
    signal.addEventListener('abort', gone)
  })
}
