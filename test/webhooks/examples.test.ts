import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { secretOf, signed } from '#rules/webhook.ts'
import { freePort } from '../start/kit.ts'

const page = await readFile(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8')

const languages = [
  { name: 'Node', block: 'js', file: 'receiver.mjs', command: process.execPath },
  { name: 'Python', block: 'python', file: 'receiver.py', command: 'python3' },
]

for (const { name, block, file, command } of languages) {
  test(`the receiver of the page in ${name} takes what we sign, and nothing else`, async (t) => {
    const [, source] = new RegExp(`\`\`\`${block}\n([\\s\\S]*?)\`\`\``).exec(page) ?? []
    assert.ok(source, 'the page has it')
    await using stack = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'crier-receiver-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    const script = join(folder, file)
    await writeFile(script, source)
    const secret = secretOf(Buffer.alloc(32, 5))
    const port = await freePort()
    const child = spawn(command, [script], {
      env: { PATH: process.env['PATH'], HOME: folder, WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const started = await Promise.race([once(child, 'spawn'), once(child, 'error')])
    if (started.length) return t.skip(`${command} is not on this machine`)
    stack.defer(async () => {
      const exit = once(child, 'exit')
      child.kill()
      await exit
    })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))

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
    for (const ends = Date.now() + 5_000; said.split('\n').length < 3 && Date.now() < ends;)
      await wait(20)
    assert.deepEqual(said.trim().split('\n'), Array(2).fill(`post.published ${id}`))
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
