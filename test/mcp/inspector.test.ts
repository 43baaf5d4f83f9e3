/** The Inspector's command line, which many try a server with first, against the running service. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { z } from 'zod'
import { openService } from '../service.ts'
import { answerOf } from './answer.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())

const manifest = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/inspector/package.json',
)
const program = join(dirname(manifest), 'clients/launcher/build/index.js')

async function inspector(...words: string[]) {
  const child = spawn(
    process.execPath,
    [
      program,
      '--cli',
      `${service.base_url}/mcp`,
      '--transport',
      'http',
      '--header',
      `Authorization: Bearer ${service.token}`,
      ...words,
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      // It keeps a catalog of servers in the home folder otherwise.
      env: { ...process.env, HOME: service.data_dir },
    },
  )
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    child.exitCode ?? once(child, 'close'),
  ])
  return { code: child.exitCode, stdout, stderr }
}

const Tools = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) })

test('the Inspector lists the tools, and finds nothing in what goes in that any client can not take', async () => {
  const { code, stdout, stderr } = await inspector('--method', 'tools/list', '--strict')
  assert.equal(code, 0)
  const paths = [...stderr.matchAll(/Path: (\S+)/g)].map(([, path = '']) => path)
  assert.deepEqual(
    paths.filter((path) => path.startsWith('inputSchema')),
    [],
  )
  assert.equal(Tools.parse(JSON.parse(stdout)).tools.length, 22)
})

test('the Inspector calls a tool, and shows a refusal as one', async () => {
  const call = ['--method', 'tools/call', '--tool-name']
  const accounts = await inspector(...call, 'get_accounts')
  assert.equal(accounts.code, 0, accounts.stderr)
  assert.match(JSON.stringify(answerOf(JSON.parse(accounts.stdout)).body), /"platform":"x"/)
  const { stdout } = await inspector(...call, 'get_post', '--tool-arg', 'id=987654')
  const { body, isError } = answerOf(JSON.parse(stdout))
  assert.ok(isError)
  assert.match(JSON.stringify(body), /"code":"post_not_found"/)
})
