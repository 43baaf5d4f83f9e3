/**
 * What takes an upload and does less with it than a service must: `/forget` reads it, `/write` keeps its bytes as they came,
 * `/hash` also counts them into a sum, and `/sync` has them on the disk before it answers. A folder is given.
 */
import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'

const [folder = ''] = process.argv.slice(2)
let count = 0

async function take(request: IncomingMessage) {
  if (request.url === '/forget') {
    for await (const _ of request);
    return
  }
  const path = join(folder, `${count++}.sunk`)
  const hash = request.url === '/write' ? undefined : createHash('sha256')
  await using file = await open(path, 'w')
  for await (const part of request) {
    hash?.update(part)
    await file.write(part)
  }
  hash?.digest('hex')
  if (request.url === '/sync') await file.datasync()
  await rm(path)
}

const server = createServer((request, response) => {
  take(request).then(
    () => response.end('{}'),
    (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
  )
})
server.listen(0, '127.0.0.1', () => {
  const at = server.address()
  process.stdout.write(`${typeof at === 'object' ? at?.port : at}\n`)
})
process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close()
})
