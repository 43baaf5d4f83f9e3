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

/** Each line that must not compile says so, and would be an error if it did. */
const program = `
import type { components, paths } from './api.ts'

type Post = components['schemas']['Post']
type Json<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : never
type Create = paths['/api/posts']['post']
type Body = Create['requestBody']['content']['application/json']

const draft: Body = { content: 'Hello', social_account_ids: [1], when: 'draft' }
// @ts-expect-error content is required
const mute: Body = { social_account_ids: [1] }
// @ts-expect-error there is no such field
const odd: Body = { content: 'Hello', social_account_ids: [1], colour: 'red' }

async function call<Answer>(path: keyof paths, body: unknown): Promise<Answer> {
  const answer = await fetch('https://crier.example' + path, { method: 'POST', body: JSON.stringify(body) })
  return (await answer.json()) as Answer
}

const made = await call<Json<Create['responses'][201]>>('/api/posts', draft)
const told: Json<Create['responses'][200]> = made
const refused = await call<Json<Create['responses'][409]>>('/api/posts', { mute, odd })
const code: 'idempotency_conflict' | 'account_inactive' | 'no_queue_slots' | 'no_connected_accounts' | undefined | string = refused.error.code

const page = await call<Json<paths['/api/posts']['get']['responses'][200]>>('/api/posts', {})
const posts: Post[] = page.data
const next: string | null = page.next_page_url
// @ts-expect-error it may be null
const text: string = page.next_page_url
const outcomes: ('draft' | 'scheduled' | 'publishing' | 'published' | 'partial' | 'failed' | 'deleted')[] = posts.map(({ outcome }) => outcome)
console.log(told.id, code, next, text, outcomes, posts[0]?.per_account[0]?.platform_url)
`

test('openapi-typescript makes types that compile, and a program against them does', (t) => {
  const folder = install()
  if (folder === undefined) return t.skip('npm cannot reach its registry')
  const document = openapiOf({ version: '1.0.0', base_url: 'https://crier.example' })
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  writeFileSync(join(folder, 'program.ts'), program)
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
