/** Files taken from addresses that callers name, over both surfaces. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { download } from '#intake/download.ts'
import { guardedFetch } from '#outbound/guarded-fetch.ts'
import { receive } from '#intake/receive.ts'
import { callers, surfaces } from '../surfaces/callers.ts'
import { openService } from '../service.ts'
import { bulk, picture, sha256 } from './kit.ts'

type Page = (response: ServerResponse) => void
const pages = new Map<string, Page>()
const site = createServer((request, response) => {
  const page = pages.get(request.url ?? '')
  if (page) page(response)
  else response.writeHead(404).end()
})
site.listen(0, '127.0.0.1')
await once(site, 'listening')
const address = site.address()
const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`

const service = await openService({ ROLE: 'api', PLAN: 'free' }, { reachable: [origin] })
after(async () => {
  await service[Symbol.asyncDispose]()
  site.closeAllConnections()
  site.close()
})
const both = callers(service)

const file = picture()
const png = { 'content-type': 'image/png' }
pages.set('/dir/sun%20set.png', (response) => response.writeHead(200, png).end(file))
pages.set('/download?id=1', (response) => response.writeHead(200, png).end(file))
pages.set('/moved', (response) => response.writeHead(302, { location: '/dir/sun%20set.png' }).end())
pages.set('/round.png', (response) => response.writeHead(301, { location: '/round.png' }).end())
pages.set('/inward.png', (response) =>
  response.writeHead(302, { location: service.sandbox_url }).end(),
)
pages.set('/file.png', (response) =>
  response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
)
pages.set('/packed.png', (response) =>
  response.writeHead(200, { ...png, 'content-encoding': 'gzip' }).end(gzipSync(file)),
)
pages.set('/huge.png', (response) =>
  response.writeHead(200, { ...png, 'content-length': 2 ** 31 }).write(file),
)
pages.set('/page.png', (response) => response.writeHead(200, png).end('<html>'))
pages.set('/broken.png', (response) => {
  response.writeHead(200, { ...png, 'content-length': file.length })
  response.write(file.subarray(0, 20), () => response.destroy())
})

for (const surface of surfaces) {
  const call = both[surface]

  test(`a file is taken from its address, with a name, over ${surface}`, async () => {
    const about = { folder: 'Web', tags: ['t'], alt_text: 'Sun' }
    for (const [path, name, more] of [
      ['/dir/sun%20set.png', 'sun set.png', {}],
      ['/moved', 'sun set.png', {}],
      ['/download?id=1', 'download.png', {}],
      ['/download?id=1', 'mine.png', { filename: 'mine.png' }],
    ] as const) {
      const { code, body } = await call('upload_media', { url: origin + path, ...about, ...more })
      assert.equal(code, undefined, JSON.stringify(body))
      assert.equal(body['original_name'], name)
      assert.equal(body['sha256'], sha256(file))
      assert.deepEqual([body['folder'], body['tags'], body['alt_text']], ['Web', ['t'], 'Sun'])
    }
  })

  const refused: [string, RegExp][] = [
    ['/nothing.png', /status 404/],
    ['/round.png', /redirects more than 5 times/],
    ['/inward.png', /public https address/],
    ['/file.png', /public https address/],
    ['/packed.png', /packed \(gzip\)/],
    ['/huge.png', /larger than the 419430400 bytes/],
    ['/broken.png', /could not be read|ended before/],
    ['/page.png', /./],
  ]
  for (const [path, sentence] of refused) {
    test(`${path} is refused with a sentence, over ${surface}`, async () => {
      const { code, errors } = await call('upload_media', { url: origin + path })
      assert.equal(code, 'invalid')
      assert.deepEqual(Object.keys(errors), ['url'])
      assert.match(errors['url']?.[0] ?? '', sentence)
    })
  }

  test(`addresses that are none of the public are refused, over ${surface}`, async () => {
    for (const url of [
      'https://127.0.0.1/a.png',
      'https://[::1]/a.png',
      'https://[::ffff:10.0.0.1]/a.png',
      'https://169.254.169.254/latest.png',
      'https://2130706433/a.png',
      'http://example.com/a.png',
      'https://user:secret@example.com/a.png',
      'ftp://example.com/a.png',
      'file:///etc/passwd',
      service.sandbox_url,
      'nonsense',
      `https://example.com/${'x'.repeat(2048)}`,
    ]) {
      const { code, errors } = await call('upload_media', { url })
      assert.deepEqual([code, Object.keys(errors)], ['invalid', ['url']], url)
    }
  })
}

test('an inner name, a name that is not there and a server that is silent are refused in the same words', async () => {
  const dead = createServer().listen(0, '127.0.0.1')
  await once(dead, 'listening')
  const there = dead.address()
  dead.close()
  await once(dead, 'close')
  const resolve = async (name: string) => {
    if (name === 'inner.example') return [{ address: '10.0.0.7', family: 4 }]
    throw Object.assign(new Error(`${name} is not known.`), { code: 'ENOTFOUND' })
  }
  const silent = `http://127.0.0.1:${typeof there === 'object' && there ? there.port : 0}`
  await using get = guardedFetch({ allow: [silent], resolve })
  const said = new Set<string>()
  for (const url of [
    'https://inner.example/a.png',
    'https://nobody.example/a.png',
    'https://10.0.0.7/a.png',
    'https://inner.example:8080/a.png',
    `${silent}/a.png`,
  ]) {
    const deps = {
      get,
      receive: async () => assert.fail(url),
      limit: 9,
      signal: AbortSignal.any([]),
    }
    await assert.rejects(download(url, undefined, deps), (error: unknown) => {
      said.add(JSON.stringify(error))
      return true
    })
  }
  assert.equal(said.size, 1, [...said].join('\n'))
  assert.doesNotMatch([...said].join(), /inner|10\.0|ENOTFOUND|REFUSED/)
})

test('a slow or a silent address is given up, and nothing stays', async () => {
  async function* drip() {
    for (;;) {
      yield Buffer.from('x')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  async function* silent() {
    yield Buffer.from('x')
    await new Promise(() => {})
  }
  const folder = `${service.data_dir}/incoming`
  const deps = (body: AsyncIterable<Uint8Array>) => ({
    get: async () => ({ status: 200, headers: { get: () => null }, body }),
    receive: (bytes: AsyncIterable<Uint8Array>, limit: number) => receive(bytes, { folder, limit }),
    limit: 1000,
    signal: new AbortController().signal,
  })
  const url = 'https://example.com/a.png'
  await assert.rejects(
    download(url, undefined, { ...deps(silent()), idle: 30 }),
    /could not be read/,
  )
  await assert.rejects(
    download(url, undefined, { ...deps(drip()), limit: 20 }),
    /larger than the 20/,
  )
  const late = { ...deps(drip()), limit: 1e9, deadline: 50 }
  await assert.rejects(download(url, undefined, late), /took too long/)
})

test('over MCP, whoever asks for it hears how much of a file has arrived', async () => {
  const sound = bulk(3 * 1024 * 1024 + 2)
  pages.set('/long.wav', (response) =>
    response
      .writeHead(200, { 'content-type': 'audio/wav', 'content-length': sound.length })
      .end(sound),
  )
  const client = await service.client()
  const heard: { progress: number; total?: number | undefined }[] = []
  const call = { name: 'upload_media', arguments: { url: `${origin}/long.wav` } }
  const result = await client.callTool(call, { onprogress: (news) => heard.push(news) })
  assert.ok(!result.isError, JSON.stringify(result.content))
  assert.ok(heard.length >= 3)
  assert.ok(heard.every(({ total }) => total === sound.length))
  assert.deepEqual(
    heard.map(({ progress }) => progress),
    heard.map(({ progress }) => progress).sort((a, b) => a - b),
  )
})
