import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { groups } from './groups.ts'
import { listed } from './generated.ts'
import { type Place, place } from './testing.ts'

const root = join(import.meta.dirname, '..')

let here: Place
let folder: string

before(async () => {
  here = await place()
  folder = await mkdtemp(join(tmpdir(), 'crier-loading-'))
})
after(async () => {
  await here[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** How it ends, and which files it loads, ours from the root of the project. */
async function loadedBy(words: string[]) {
  const into = join(folder, 'trace')
  await rm(into, { force: true })
  const hook = pathToFileURL(join(root, 'sandbox/service/module-trace.ts'))
  hook.searchParams.set('into', into)
  hook.searchParams.set('all', '')
  const node = [`--import=${hook.href}`, 'cli/crier.ts', ...words]
  const { code } = await here.run(process.execPath, node)
  const lines = (await readFile(into, 'utf8')).trim().split('\n')
  return { code, files: [...new Set(lines.map((url) => relative(root, fileURLToPath(url))))] }
}

test('the version, the help and a word that is no command load what finds commands, and no command', async () => {
  const calls = [
    [['--version'], 0],
    [['help'], 0],
    [['posts', '--help'], 0],
    [['nonsense'], 2],
  ] as const
  for (const [words, expected] of calls) {
    const { code, files } = await loadedBy([...words])
    assert.equal(code, expected)
    assert.ok(files.includes('cli/run.ts'))
    assert.ok(files.length <= 12, files.join(' '))
  }
})

test('a command that has its key speaks HTTP only: neither a database nor an operation is loaded', async (t) => {
  const [picture, token] = [join(folder, 'dot.png'), join(folder, 'token')]
  await writeFile(picture, 'No service is there to look at it.')
  await writeFile(token, 'none')
  // Whoever refuses is not asked again.
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end('{"code":"unauthorized","message":"No."}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  const url = `http://127.0.0.1:${address.port}`
  const calls = [
    ['doctor', '--url', url, '--key', 'none'],
    ['upload', picture, '--url', url, '--token-file', token],
  ]
  for (const words of calls) {
    asked.length = 0
    const { code, files } = await loadedBy(words)
    assert.equal(code, 1)
    assert.ok(asked.length, 'it came as far as its request')
    assert.ok(files.includes(`cli/${words[0]}.ts`))
    assert.deepEqual(
      files.filter((file) =>
        /^server\/(database|operations)\/|\bnode_modules\/kysely\//.test(file),
      ),
      [],
    )
    assert.ok(files.length <= 420, String(files.length))
  }
})

test('a command on the instance loads its own operations, and nothing that sends requests to platforms', async () => {
  const { code, files } = await loadedBy(['key', 'list'])
  assert.equal(code, 0)
  assert.deepEqual(
    files.filter((file) =>
      /^server\/(outbound|publishing|surfaces)\/|node_modules\/undici\/|^cli\/(call|posts|speaking)\.ts/.test(
        file,
      ),
    ),
    [],
  )
  assert.ok(files.includes('server/operations/keys/list-api-keys.ts'))
  const more = files.filter((file) => !/^server\/store\/migrations\/\d/.test(file))
  assert.ok(more.length > 100 && more.length <= MOST, String(more.length))
})

test('the list of commands is that of their files, in words and order', async () => {
  const commands = []
  for (const [group, load] of Object.entries(groups)) {
    for (const command of await load()) {
      const { name, takes, summary, flags, values, choices, suggestions, json } = command
      const words = { flags, values, choices, suggestions, json }
      commands.push({ group, name, takes, summary, ...words })
    }
  }
  assert.deepEqual(JSON.stringify(listed), JSON.stringify(commands))
})

/** Of 1,282 when every command loaded all the others. Raise it knowingly. */
const MOST = 816
