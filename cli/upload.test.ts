/** `crier upload`: with a key of its own or one that is given, once and again after an interruption. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { bulk, picture, sha256 } from '../test/media/kit.ts'
import { openService, type TestService } from '../test/service.ts'
import { place } from './testing.ts'

const here = await place()
const file = bulk(17_000_000)
const paths = {
  sound: join(here.folder, 'files', 'big.wav'),
  picture: join(here.folder, 'files', 'small.png'),
  fake: join(here.folder, 'files', 'fake.png'),
  program: join(here.folder, 'files', 'a.exe'),
  token: join(here.folder, 'files', 'token'),
  wrong: join(here.folder, 'files', 'wrong-token'),
}
const notes = join(here.folder, 'uploads-under-way.json')
let service: TestService
before(async () => {
  service = await openService({ ROLE: 'api' })
  await mkdir(join(here.folder, 'files'))
  await writeFile(paths.sound, file)
  await writeFile(paths.picture, picture())
  await writeFile(paths.fake, 'This is a text, whatever it is called.')
  await writeFile(paths.program, 'MZ')
  await writeFile(paths.token, `${service.token}\n`)
  await writeFile(paths.wrong, '1|made-up')
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await here[Symbol.asyncDispose]()
})

const Item = z.looseObject({ id: z.number(), sha256: z.string(), original_name: z.string() })
const to = (url: string) => ['--url', url, '--token-file', paths.token]

test('what cannot be sent is one line, before anything is asked', async () => {
  const mistakes: [string[], RegExp][] = [
    [['/no/such/file.png'], /^FILE: There is no file \/no\/such\/file\.png/],
    [[here.folder], /^FILE: There is no file/],
    [[paths.program], /^FILE: /],
    [[paths.picture, '--url', service.base_url], /^Give --token-file with --url\./],
    [[paths.picture, ...to(service.base_url).slice(0, 3), '/no/token'], /^--token-file: /],
    [[paths.picture, '--url', 'elsewhere', '--token-file', paths.token], /^--url: /],
  ]
  for (const [words, sentence] of mistakes) {
    const { code, stdout, stderr } = await here.crier(['upload', ...words])
    assert.match(stderr, sentence)
    assert.equal(stderr.trim().split('\n').length, 1, stderr)
    assert.deepEqual([code, stdout], [2, ''], words.join(' '))
  }
})

test('what the service refuses is said in its words, and nothing is kept to go on with', async () => {
  const refused = await here.crier(['upload', paths.fake, ...to(service.base_url)])
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^The content is of no known type\./)
  assert.equal(refused.stderr.trim().split('\n').length, 1, refused.stderr)
  const words = ['--url', service.base_url, '--token-file', paths.wrong]
  const stranger = await here.crier(['upload', paths.picture, ...words])
  assert.deepEqual([stranger.code, stranger.stdout], [1, ''])
  assert.match(stranger.stderr, /valid API key/)
  assert.ok(!existsSync(notes))
})

test('a command that was killed goes on with the same upload when it is given again', async () => {
  const offsets: string[] = []
  let onSecond: (() => void) | undefined
  const between = createServer((from, answer) => {
    const [, offset] = /offset=(\d+)/.exec(from.url ?? '') ?? []
    if (offset !== undefined) offsets.push(offset)
    if (offsets.length === 2 && onSecond) return onSecond()
    const { method, url: path, headers } = from
    const forward = request(service.base_url + path, { method, headers }, (back) => {
      answer.writeHead(back.statusCode ?? 502, back.headers)
      back.pipe(answer)
    })
    return from.pipe(forward)
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  const place = between.address()
  const url = `http://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}`

  const words = ['cli/crier.ts', 'upload', paths.sound, ...to(url), '--json']
  const child = spawn(process.execPath, words, {
    cwd: new URL('..', import.meta.url),
    env: { ...process.env, DATA_DIR: here.folder },
    stdio: 'ignore',
  })
  onSecond = () => child.kill('SIGKILL')
  await once(child, 'exit')
  onSecond = undefined
  assert.ok(existsSync(notes))

  const again = await here.run(process.execPath, words)
  between.closeAllConnections()
  between.close()
  assert.equal(again.code, 0, again.stderr)
  const item = Item.parse(JSON.parse(again.stdout))
  assert.deepEqual([item.original_name, item.sha256], ['big.wav', sha256(file)])
  assert.deepEqual(offsets, ['0', '8388608', '8388608', '16777216'], 'the first chunk went once')
  const { rows } = await service.query('select count(*)::int as uploads from uploads')
  assert.ok(Number(rows[0]?.['uploads']) <= 2, 'the one that was refused, and this one')
  assert.ok(!existsSync(notes))
})

test('beside a running instance it needs no key, and leaves none behind', async () => {
  await using _ = await here.serve()
  const words = ['--folder', 'Spring', '--tags', 'one,two', '--alt-text', 'A square']
  const { code, stdout, stderr } = await here.crier(['upload', paths.picture, ...words, '--json'])
  assert.equal(code, 0, stderr)
  const { folder, tags, alt_text } = Item.parse(JSON.parse(stdout))
  assert.deepEqual([folder, tags, alt_text], ['Spring', ['one', 'two'], 'A square'])
  const plain = await here.crier(['upload', paths.picture])
  assert.match(plain.stdout, /^id +\d+/m)
  assert.doesNotMatch((await here.crier(['key', 'list'])).stdout, /crier upload/)
})
