/** Stands between a worker and PostgreSQL, and hands every statement to the gate before it goes on. */
import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'
import type { Gate } from './gate.ts'

/** Only these connections carry deliveries; the others listen, migrate and do chores. */
const WATCHED = /application_name\0crier-(worker|claims|together)\0/
/** Comes by time and not by what is done, so it would not be the same twice. */
const BY_TIME = /^update deliveries d set lease_until|^select set_config/

export interface Wire extends AsyncDisposable {
  /** Where the service finds it. */
  url: string
}

/** https://www.postgresql.org/docs/18/protocol-message-formats.html */
const QUERY = 'Q'.charCodeAt(0)
const SYNC = 'S'.charCodeAt(0)
const PARSE = 'P'.charCodeAt(0)
const BIND = 'B'.charCodeAt(0)
const TERMINATE = 'X'.charCodeAt(0)

export async function databaseWire(target: pg.PoolConfig, gate: Gate): Promise<Wire> {
  const sockets = new Set<Socket>()
  const path = join(target.host ?? '', `.s.PGSQL.${target.port ?? 5432}`)
  const server = createServer((client) => {
    const upstream = createConnection(path)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    upstream.pipe(client)
    upstream.on('close', () => client.destroy())
    // What is under way when the worker dies goes on or not as the gate says; then the server sees the end.
    void carry(client, upstream, gate).finally(() => upstream.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `postgresql://${target.user ?? ''}@127.0.0.1:${port}/${target.database ?? ''}`,
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function carry(client: Socket, upstream: Socket, gate: Gate) {
  let watched: boolean | undefined
  try {
    for await (const { message, statement } of units(client)) {
      // The first message introduces the connection.
      watched ??= WATCHED.test(message.toString('latin1'))
      const label = statement?.replace(/\s+/g, ' ').trim()
      const counts = watched && label !== undefined && !BY_TIME.test(label)
      if (watched && label !== undefined && !counts) await gate.pass(`(${label.slice(0, 40)})`)
      const passage = counts ? await gate.pass(short(label)) : 'forward'
      if (passage === 'drop') return
      upstream.write(message)
    }
  } catch {
    // The worker is dead, and its connection broke.
  }
}

/** Messages up to the one that asks for an answer, with the first statement in them, prepared earlier or not. */
async function* units(client: Socket) {
  const prepared = new Map<string, string>()
  let rest = Buffer.alloc(0)
  let introduced = false
  let unit: Buffer[] = []
  let statement: string | undefined
  for await (const part of client) {
    rest = Buffer.concat([rest, Buffer.from(part)])
    for (;;) {
      const head = introduced ? 1 : 0
      if (rest.length < head + 4) break
      const size = head + rest.readUInt32BE(head)
      if (rest.length < size) break
      const message = rest.subarray(0, size)
      rest = rest.subarray(size)
      unit.push(message)
      const type = introduced ? message[0] : SYNC
      introduced = true
      if (type === QUERY) statement ??= textIn(message, 5)
      if (type === PARSE)
        prepared.set(textIn(message, 5), textIn(message, message.indexOf(0, 5) + 1))
      if (type === BIND) statement ??= prepared.get(textIn(message, message.indexOf(0, 5) + 1))
      if (type !== QUERY && type !== SYNC && type !== TERMINATE) continue
      yield { message: Buffer.concat(unit), statement }
      unit = []
      statement = undefined
    }
  }
}

function textIn(message: Buffer, start: number) {
  return message.toString('utf8', start, message.indexOf(0, start))
}

/** Enough to tell the statements of an attempt apart. */
function short(statement: string) {
  return statement.replaceAll('"', '').slice(0, 72)
}
