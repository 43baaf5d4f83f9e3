/** Tells a client that asked how far long work is. */
import type { ProgressToken, ServerContext } from '@modelcontextprotocol/server'
import type { Progress } from '#operations/context.ts'

export function progressTo(
  { notify }: Pick<ServerContext['mcpReq'], 'notify'>,
  progressToken: ProgressToken,
): Progress {
  let before = -1
  return (progress, total, message) => {
    // The protocol wants it to grow every time.
    if (progress <= before) return
    before = progress
    const news = { progressToken, progress, message, ...(total !== undefined && { total }) }
    // Whoever is gone hears nothing; the call itself notices.
    notify({ method: 'notifications/progress', params: news }).catch(() => {})
  }
}
