/** The database that the settings name: a server of the operator's, or the embedded one, which is kept running. */
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Config } from '#config/config.ts'
import { keepEmbedded } from '#database/keep.ts'
import { tryDatabase } from './start-failure.ts'

/** `home`: the folder of an embedded cluster. */
export async function databaseOf(
  config: Config,
  stack: AsyncDisposableStack,
  log: FastifyBaseLogger,
): Promise<{ database: pg.PoolConfig; home?: string }> {
  if (config.database_url) {
    const connectionString = config.database_url.reveal()
    await tryDatabase(connectionString)
    return { database: { connectionString } }
  }
  const say = (line: string) => log.info(line)
  const embedded = stack.use(await keepEmbedded({ dataDir: config.data_dir, log: say }))
  return { database: embedded.connectionConfig, home: embedded.home }
}
