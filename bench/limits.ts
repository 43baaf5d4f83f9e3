/** One key against four API processes: never above its limit, and hardly below. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callMany, type Load, mostPossible, mostWithin } from '../test/limits/processes.ts'
import { percentile, runService, say } from './service.ts'

const load: Load = { processes: 4, calls: 10_000, limit: 2_000, seconds: 20, windows: 3 }

export async function limits() {
  await using service = await runService({ ROLE: 'api' })
  const { user, host = '', port, database } = service.database
  const calls = await callMany(
    {
      DATABASE_URL: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
      DATA_DIR: service.data_dir,
      SECRET_KEY: (await readFile(join(service.data_dir, 'secret-key'), 'utf8')).trim(),
    },
    service.token,
    load,
  )
  const times = (status: number) =>
    calls.filter((each) => each.status === status).map(({ sent, answered }) => answered - sent)
  const [allowed, refused] = [times(200), times(429)]
  const possible = mostPossible(calls, load)
  say(
    `${load.calls} calls of one key at ${load.processes} processes, ${load.limit} allowed in ${load.seconds} s`,
  )
  say(
    `let in ${allowed.length}, refused ${refused.length}, anything else ${calls.length - allowed.length - refused.length}`,
  )
  say(`most within one window ${mostWithin(calls, load.seconds * 1000)} of ${load.limit}`)
  say(
    `let in of what one counter would let in: ${((allowed.length / possible) * 100).toFixed(1)} % (${possible})`,
  )
  say(
    `an answer took p50 ${percentile(allowed, 0.5)} ms, a refusal p50 ${percentile(refused, 0.5)} ms`,
  )
}
