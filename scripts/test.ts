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
import { long, testFiles, writeGroups } from './test-groups.ts'

/** The default is one file per processor less one; on two that would be one at a time. Much of it waits, so three keep two busy. */
const CONCURRENCY = 3
/** So that a test that waits for ever fails instead; the groups of a whole run have limits of their own. */
const TEST_LIMIT_MS = 5 * 60 * 1000

const isFlag = (word: string) => word.startsWith('-')

/** How long each file took. */
const TIMES = fileURLToPath(new URL('../tmp/test-times.txt', import.meta.url))

// Ctrl-C reaches the child too; this process stays to clear up after it.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

process.exitCode = await runTests(process.argv.slice(2))

async function runTests(words: string[]): Promise<number> {
  await using server = await testServer(process.env['TEST_DATABASE_URL'])
  await using shared = await mkdtempDisposable(join(tmpdir(), 'crier-test-shared-'))
  // With flags alone, such as one for the names of tests, each file by itself: they would look at the names of files in a group.
  const grouped = words.length === 0
  const all = process.env['LONG'] === '1'
  if (grouped && !all)
    process.stdout.write(`${long.size} files that take long are left out; LONG=1 has them.\n`)
  const files = grouped ? writeGroups(all) : words.every(isFlag) ? testFiles() : []
  // Not by the tests themselves, which would all do it at once.
  if (files.length > 0 || words.some((word) => /test\/web\b/.test(word))) ensureBrowser()
  if (files.length > 0 || words.some((word) => /test\/media\b/.test(word))) ensurePython()
  const flags = [
    '--test',
    `--test-concurrency=${CONCURRENCY}`,
    // In a group the whole of a file is a test, which has its limit there.
    ...(grouped ? [] : [`--test-timeout=${TEST_LIMIT_MS}`]),
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
