/**
 * A real PDS and its DID directory, in a process of their own: run by pds.ts, ends with it. Plain JavaScript, for with
 * their types imported every check of the project takes nearly twice as long (18 s against 10 s).
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { PDS } from '@atproto/pds'
import { Database, PlcServer } from '@did-plc/server'

const [dir = '', jwtSecret = ''] = process.argv.slice(2)
const [plcPort, pdsPort, nowhere] = [await freePort(), await freePort(), await freePort()]

const plc = PlcServer.create({ db: Database.mock(), port: plcPort })
await plc.start()
await mkdir(join(dir, 'blobs'), { recursive: true })
const pds = await PDS.fromEnv({
  devMode: true,
  port: pdsPort,
  hostname: 'localhost',
  serviceDid: `did:web:localhost%3A${pdsPort}`,
  dataDirectory: dir,
  blobstoreDiskLocation: join(dir, 'blobs'),
  jwtSecret,
  adminPassword: 'admin',
  plcRotationKeyK256PrivateKeyHex: createHash('sha256').update('rotation').digest('hex'),
  didPlcUrl: `http://localhost:${plcPort}`,
  serviceHandleDomains: ['.test'],
  inviteRequired: false,
  disableSsrfProtection: true,
  bskyAppViewUrl: `http://127.0.0.1:${nowhere}`,
  bskyAppViewDid: 'did:example:invalid',
  bskyAppViewCdnUrlPattern: 'http://cdn.invalid/%s/%s/%s',
  modServiceUrl: 'https://moderator.invalid',
  modServiceDid: 'did:example:invalid',
  blobUploadLimit: 5 * 1024 * 1024,
})
await pds.start()

process.on('disconnect', () => process.exit())
process.send({ plc: `http://localhost:${plcPort}`, pds: `http://localhost:${pdsPort}` })

async function freePort() {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
