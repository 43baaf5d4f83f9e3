import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { secretOf, signed } from '#rules/webhook.ts'
import { installPackage, isHere } from '../debian.ts'
import { freePort } from '../free-port.ts'

const page = await readFile(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8')

interface Language {
  name: string
  block: string
  file: string
  /** What it is built with, where it is. */
  build?: readonly [string, ...string[]]
  run: (port: number) => readonly [string, ...string[]]
  /** Its package on a Debian, which RECEIVERS=1 installs; the tests bring what the others take. */
  debian?: string
}

const languages: readonly Language[] = [
  {
    name: 'Node',
    block: 'js',
    file: 'receiver.mjs',
    run: () => [process.execPath, 'receiver.mjs'],
  },
  { name: 'Python', block: 'python', file: 'receiver.py', run: () => ['python3', 'receiver.py'] },
  {
    name: 'PHP',
    block: 'php',
    file: 'receiver.php',
    run: (port) => ['php', '-q', '-S', `127.0.0.1:${port}`, 'receiver.php'],
    debian: 'php-cli',
  },
  {
    name: 'Go',
    block: 'go',
    file: 'receiver.go',
    build: ['go', 'build', 'receiver.go'],
    run: () => ['./receiver'],
    debian: 'golang-go',
  },
]

for (const { name, block, file, build, run, debian } of languages) {
  test(`the receiver of the page in ${name} takes what we sign, and nothing else`, async (t) => {
    const [, source] = new RegExp(`\`\`\`${block}\n([\\s\\S]*?)\`\`\``).exec(page) ?? []
    assert.ok(source, 'the page has it')
    await using stack = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'crier-receiver-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, file), source)
    const secret = secretOf(Buffer.alloc(32, 5))
    const port = await freePort()
    const [command, ...words] = run(port)
    const [tool] = build ?? [command]
    if (debian !== undefined && process.env['RECEIVERS'] === '1' && !isHere(tool))
      installPackage(debian, `what a receiver in ${name} takes`)
    if (!isHere(tool)) return t.skip(`${tool} is not on this machine`)
    const env = { PATH: process.env['PATH'], HOME: folder }
    if (build) {
      const [, ...rest] = build
      const { status, stderr } = spawnSync(tool, rest, { cwd: folder, env, encoding: 'utf8' })
      assert.equal(status, 0, stderr)
    }
    const child = spawn(command, words, {
      cwd: folder,
      env: { ...env, WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    stack.defer(async () => {
      const exit = once(child, 'exit')
      child.kill()
      await exit
    })
    let said = ''
    let complained = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complained += text))

    const url = `http://127.0.0.1:${port}/`
    const id = '6f1d7c1e-0f0b-4bb5-9d3e-6a3b2f6f7f10'
    const body = JSON.stringify({ type: 'post.published', event: { id }, words: 'Grüße 💬' })
    const call = (headers: Record<string, string>, text = body) =>
      fetch(url, { method: 'POST', headers, body: text })
    const now = new Date()
    const ours = signed({ id, body, secrets: [secret] }, now)
    const first = await until(() => call(ours))
    assert.equal(first.status, 204)
    const other = secretOf(Buffer.alloc(32, 6))
    assert.equal((await call(signed({ id, body, secrets: [other, secret] }, now))).status, 204)
    assert.equal((await call(signed({ id, body, secrets: [other] }, now))).status, 401)
    assert.equal((await call(ours, body.replace('published', 'failed'))).status, 401)
    const old = new Date(now.getTime() - 600_000)
    assert.equal((await call(signed({ id, body, secrets: [secret] }, old))).status, 401)
    const unsigned = [
      {},
      { ...ours, 'webhook-signature': 'v1' },
      { ...ours, 'webhook-timestamp': 'x' },
    ]
    for (const headers of unsigned) assert.equal((await call(headers)).status, 401)
    for (const ends = Date.now() + 60_000; said.split('\n').length < 3 && Date.now() < ends;)
      await wait(20)
    assert.deepEqual(said.trim().split('\n'), Array(2).fill(`post.published ${id}`))
    assert.doesNotMatch(complained, /Traceback|Warning|Fatal|panic|Error/)
  })
}

async function until(work: () => Promise<Response>) {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries > 200) throw error
      await wait(50)
    }
  }
}
