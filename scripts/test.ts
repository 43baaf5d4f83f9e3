/**
 * `npm test [files or flags of node --test]`: one PostgreSQL for all test files, then node's own
 * test runner. TEST_DATABASE_URL names a server to use instead of a temporary one.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SERVER_VARIABLE, testServer } from '../test/database.ts'
import { ensurePython } from '../test/media/python.ts'
import { SHARED_VARIABLE } from '../test/shared.ts'
import { ensureBrowser } from '../test/web/browser.ts'

const EVERYTHING = ['server', 'platforms', 'sandbox', 'cli', 'test', 'chaos'].map(
  (folder) => `${folder}/**/*.test.ts`,
)
/** The default is one file per processor less one; on two that would be one at a time. Much of it waits, so three keep two busy. */
const CONCURRENCY = 3
/** So that a test that waits for ever fails instead. */
const TEST_LIMIT_MS = 5 * 60 * 1000

/** How long each file took. */
const TIMES = fileURLToPath(new URL('../tmp/test-times.txt', import.meta.url))

// Ctrl-C reaches the child too; this process stays to clear up after it.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

process.exitCode = await runTests(process.argv.slice(2))

async function runTests(words: string[]): Promise<number> {
  await using server = await testServer(process.env['TEST_DATABASE_URL'])
  await using shared = await mkdtempDisposable(join(tmpdir(), 'crier-test-shared-'))
  const files = words.some((word) => !word.startsWith('-')) ? [] : EVERYTHING
  // Not by the tests themselves, which would all do it at once.
  if (files.length > 0 || words.some((word) => /test\/web\b/.test(word))) ensureBrowser()
  if (files.length > 0 || words.some((word) => /test\/media\b/.test(word))) ensurePython()
  const flags = [
    // What is named by hand may take its time: some flags make a file last for an hour.
    ...(files.length > 0
      ? ['--import', new URL('../test/file-limit.ts', import.meta.url).href]
      : []),
    '--test',
    `--test-concurrency=${CONCURRENCY}`,
    `--test-timeout=${TEST_LIMIT_MS}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${new URL('test-times.ts', import.meta.url).href}`,
    `--test-reporter-destination=${TIMES}`,
  ]
  mkdirSync(dirname(TIMES), { recursive: true })
  const child = spawn(process.execPath, [...flags, ...words, ...files], {
    stdio: 'inherit',
    env: {
      NODE_COMPILE_CACHE: fileURLToPath(
        new URL('../node_modules/.cache/compiled', import.meta.url),
      ),
      ...process.env,
      [SERVER_VARIABLE]: JSON.stringify(server.config),
      [SHARED_VARIABLE]: shared.path,
    },
  })
  const [code] = await once(child, 'exit')
  return code ?? 1
}
