import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')

test('the published package is JavaScript with types, and works where nothing else is installed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crier-sdk-'))
  try {
    const place = join(folder, 'node_modules/@crier/sdk')
    await mkdir(place, { recursive: true })
    execFileSync(process.execPath, [join(root, 'scripts/build-sdk.ts'), place], {
      env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}` },
    })
    await writeFile(
      join(folder, 'program.mjs'),
      `import { Crier, CrierError } from '@crier/sdk'
       const crier = new Crier({ base_url: 'http://127.0.0.1:1', token: '1|x', retries: 0 })
       await crier.getAccounts().catch((error) => console.log(error instanceof CrierError, error.code))`,
    )
    const said = execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' })
    assert.equal(said, 'true no_answer\n')

    await writeFile(
      join(folder, 'program.ts'),
      `import { Crier, type Post } from '@crier/sdk'
       const crier = new Crier({ base_url: '', token: '' })
       export const post: Promise<Post> = crier.schedulePost({ content: '', social_account_ids: [1] })
       // @ts-expect-error: social_account_ids is missing
       export const wrong = crier.schedulePost({ content: '' })`,
    )
    const flags = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', 'program.ts']
    execFileSync(join(root, 'node_modules/.bin/tsc'), flags, { cwd: folder, stdio: 'pipe' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('every example of the guide is right about names and types', async () => {
  const guide = await readFile(join(root, 'docs/sdk.md'), 'utf8')
  const examples = [...guide.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code ?? '')
  assert.ok(examples.length > 3)
  const folder = await mkdtemp(join(root, 'test/sdk/examples-'))
  try {
    for (const [index, code] of examples.entries()) {
      const known = code.includes('new Crier(') ? '' : 'declare const crier: Crier\n'
      const needs = code.includes("from '@crier/sdk'")
        ? ''
        : "import type { Crier } from '@crier/sdk'\n"
      await writeFile(join(folder, `${index}.ts`), `${needs}${known}${code}\nexport {}\n`)
    }
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../../tsconfig.json',
        compilerOptions: { noUnusedLocals: false, lib: ['es2024', 'dom'] },
        include: ['*.ts'],
      }),
    )
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['--project', folder], { stdio: 'pipe' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
