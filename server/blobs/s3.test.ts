import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { Problem } from '#rules/problem.ts'
import { reasonWithoutS3, testBucket } from '../../test/s3/server.ts'
import { conforms } from './conformance.ts'
import { s3Blobs } from './s3.ts'

const reason = reasonWithoutS3()
if (reason) {
  test(reason, { skip: true }, () => {})
} else {
  const bucket = await testBucket()
  const spool = await mkdtemp(join(tmpdir(), 'crier-spool-'))
  const blobs = s3Blobs({ ...bucket.options, spool })
  after(async () => {
    blobs[Symbol.dispose]()
    await bucket[Symbol.asyncDispose]()
    await rm(spool, { recursive: true, force: true })
  })
  conforms('S3', async () => blobs)

  test('S3: nothing stays in the local folder', async () => {
    assert.deepEqual(await readdir(spool), [])
  })

  test('S3: what fails for a moment is tried again, part by part', async () => {
    await using flaky = await between(bucket.options.endpoint)
    using through = s3Blobs({ ...bucket.options, endpoint: flaky.url, spool, patience: 800 })
    const bytes = randomBytes(9 * 1024 * 1024)
    // The whole day of a bad store: 500, 503, a reset, silence; each call gets through in the end.
    flaky.answers.push(
      '500',
      'pass',
      '503',
      'reset',
      'pass',
      'hang',
      'pass',
      '500',
      'reset',
      '503',
      'pass',
    )
    await through.put('through-bad-weather', whole(bytes))
    assert.ok((await buffer(blobs.open('through-bad-weather'))).equals(bytes))
  })

  test('S3: what goes on failing is refused as unavailable, and the upload can go on later', async () => {
    await using flaky = await between(bucket.options.endpoint)
    using through = s3Blobs({ ...bucket.options, endpoint: flaky.url, spool, patience: 800 })
    const at = 'session-through-an-outage'
    const session = { key: at, id: await through.sessions.begin(at) }
    const bytes = randomBytes(1000)
    const slice = { index: 0, offset: 0, size: bytes.length }
    const write = () => through.sessions.write(session, slice, whole(bytes))
    flaky.answers.push('500', '503', '500', '503')
    await assert.rejects(
      write(),
      (error) => error instanceof Problem && error.code === 'unavailable',
    )
    const mark = await write()
    await through.sessions.finish(session, [mark], bytes.length)
    assert.ok((await buffer(blobs.open(at))).equals(bytes))
  })

  test('S3: a wrong secret is unavailable for callers, at once', async () => {
    const credentials = { accessKeyId: 'testkey', secretAccessKey: 'wrong' }
    using stranger = s3Blobs({ ...bucket.options, credentials, spool })
    await assert.rejects(stranger.put('not-for-strangers', whole(Buffer.from('x'))), Problem)
  })
}

async function* whole(bytes: Uint8Array) {
  yield bytes
}

type Weather = 'pass' | 'reset' | 'hang' | '500' | '503'

interface Between extends AsyncDisposable {
  url: string
  /** For the next requests; then everything passes. */
  answers: Weather[]
}

/** A proxy that fails on demand. Host must arrive as it was signed, so that it is passed on untouched. */
async function between(endpoint: string): Promise<Between> {
  const answers: Weather[] = []
  const { hostname, port } = new URL(endpoint)
  const server: Server = createServer((incoming, outgoing) => {
    const weather = answers.shift() ?? 'pass'
    if (weather === 'hang') return
    if (weather === 'reset') return incoming.socket.destroy()
    if (weather !== 'pass') {
      incoming.resume()
      outgoing.writeHead(Number(weather)).end()
      return
    }
    const { method, url, headers } = incoming
    const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const own = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${own}`,
    answers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
