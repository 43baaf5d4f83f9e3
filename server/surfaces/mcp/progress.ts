/** Tells a client that asked how far long work is. */
import type { ProgressToken, ServerContext } from '@modelcontextprotocol/server'
import type { Progress } from '#operations/context.ts'

export function progressTo(
  { notify }: Pick<ServerContext['mcpReq'], 'notify'>,
  progressToken: ProgressToken,
): Progress {
  return (progress, total, message) => {
    const news = { progressToken, progress, message, ...(total !== undefined && { total }) }
    // Whoever is gone hears nothing; the call itself notices.
    notify({ method: 'notifications/progress', params: news }).catch(() => {})
  }
}
