/**
 * Ports of 127.0.0.1 for a process that is told which to take. A port that the system gives is one that it may give to anyone
 * else, or to a connection going out, before that process has started; these are from below those that it gives.
 */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** No browser refuses to call one of these, and Linux gives none of them unless it was told otherwise (32768 and up). */
const RANGE = { from: 12_000, below: 32_000 }

/** Who was told of one may not have taken it yet when the next one is asked for. */
const given = new Set<number>()

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(RANGE.from, RANGE.below)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}

export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) ports.push(await freePort())
  return ports
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
