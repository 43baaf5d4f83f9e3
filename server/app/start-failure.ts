/** What stands in the way of a start, in a sentence for whoever can mend it. */
import pg from 'pg'
import { ConfigError } from '#config/words.ts'
import { StartError } from '#database/start-error.ts'

/** Undefined for what is a bug of ours: its stack helps most. */
export function sentenceFor(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof StartError) return error.message
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const { code } = error
  const path = 'path' in error ? String(error.path) : undefined
  const port = 'port' in error ? String(error.port) : undefined
  if (port !== undefined && 'syscall' in error && error.syscall === 'listen')
    return listening(String(code), port)
  if (path === undefined) return undefined
  return FILES[String(code)]?.(path)
}

const FILES: Record<string, (path: string) => string> = {
  EACCES: (path) =>
    `${path} may not be used by this user: give it to them, or set DATA_DIR to another folder.`,
  EPERM: (path) =>
    `${path} may not be changed by this user: give it to them, or set DATA_DIR to another folder.`,
  EROFS: (path) => `${path} is on a disk that cannot be written: set DATA_DIR to another folder.`,
  ENOSPC: (path) => `There is no room left for ${path}.`,
  ENOTDIR: (path) =>
    `${path} cannot be made: a part of its path is a file. Set DATA_DIR to a folder.`,
  EEXIST: (path) => `${path} is a file: set DATA_DIR to a folder.`,
}

function listening(code: string, port: string) {
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken: set PORT, SANDBOX_PORT or METRICS_PORT to a free one.`
  if (code === 'EACCES')
    return `Port ${port} may not be used by this user: set PORT to one above 1023.`
  return `Nobody can listen on port ${port} (${code}): look at HOST and METRICS_HOST.`
}

const OLDEST = 14

/** Asked before anything else, so that whatever is wrong with the address is said as such. */
export async function tryDatabase(connectionString: string, named = 'DATABASE_URL'): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  const { host, port } = client
  try {
    await client.connect()
    const { rows } = await client.query('show server_version_num')
    const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
    if (major < OLDEST)
      throw new Error(`it is PostgreSQL ${major}, and ${OLDEST} is the oldest that will do`)
  } catch (error) {
    throw new StartError(
      `The database of ${named} (${host}:${port}) cannot be used: ${reasonOf(error)}.`,
      {
        cause: error,
      },
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** Node says nothing itself when several addresses of a name refused. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
