/** Types that somebody else's generator makes of the OpenAPI document, under the TypeScript that most have. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openapiOf } from '#surfaces/openapi/document.ts'

const manifests = join(import.meta.dirname, '../openapi-client')
const files = ['package.json', 'package-lock.json']

/** Installed once for each lock file. Undefined: npm cannot reach its registry. */
function install(): string | undefined {
  const lock = readFileSync(join(manifests, 'package-lock.json'))
  const name = `openapi-client-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`
  const folder = join(import.meta.dirname, '../../node_modules/.cache', name)
  if (existsSync(folder)) return folder
  const fresh = `${folder}.${process.pid}`
  mkdirSync(fresh, { recursive: true })
  for (const file of files) copyFileSync(join(manifests, file), join(fresh, file))
  const { status, stderr } = run(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
    fresh,
  )
  if (status === 0) renameSync(fresh, folder)
  else rmSync(fresh, { recursive: true, force: true })
  if (status !== 0) assert.match(stderr, /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENOTCACHED/)
  return status === 0 ? folder : undefined
}

function run(program: string, words: string[], cwd: string) {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('openapi-typescript makes types that compile, and a program against them does', (t) => {
  const folder = install()
  if (folder === undefined) return t.skip('npm cannot reach its registry')
  const document = openapiOf({ version: '1.0.0', base_url: 'https://crier.example' })
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  copyFileSync(join(manifests, 'program.txt'), join(folder, 'program.ts'))
  const cli = join(folder, 'node_modules/openapi-typescript/bin/cli.js')
  const made = run(process.execPath, [cli, 'openapi.json', '-o', 'api.ts'], folder)
  assert.equal(made.status, 0, made.stderr)
  assert.doesNotMatch(made.stdout + made.stderr, /warn/i)

  const tsc = join(folder, 'node_modules/typescript/bin/tsc')
  const modern = { target: 'esnext', module: 'nodenext', allowImportingTsExtensions: true }
  const strictly = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
  }
  // Not the types of the packages around this folder, nor the compiler's own once more.
  const alone = { types: [], skipLibCheck: true, noEmit: true }
  const compilerOptions = { ...modern, ...strictly, ...alone }
  const config = JSON.stringify({ compilerOptions, files: ['program.ts', 'api.ts'] })
  writeFileSync(join(folder, 'tsconfig.json'), config)
  const checked = run(process.execPath, [tsc], folder)
  assert.equal(checked.status, 0, checked.stdout)
  return undefined
})
