/** The SDK as somebody gets it who has a clone of Crier, and a program elsewhere. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const folder = await mkdtemp(join(tmpdir(), 'crier-packed-'))
after(() => rm(folder, { recursive: true, force: true }))

test('what npm run sdk packs is installed by npm in an empty folder, and works there', async () => {
  const packed = execFileSync(process.execPath, [join(root, 'scripts/pack-sdk.ts'), folder], {
    encoding: 'utf8',
  }).trim()
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...flags, packed], { cwd: folder, stdio: 'pipe' })
  await writeFile(
    join(folder, 'program.js'),
    `import { Crier, CrierError } from '@crier/sdk'
     const crier = new Crier({ base_url: 'http://127.0.0.1:1', token: '1|x', retries: 0 })
     await crier.getAccounts().catch((error) => console.log(error instanceof CrierError, error.code))`,
  )
  const said = execFileSync(process.execPath, ['program.js'], { cwd: folder, encoding: 'utf8' })
  assert.equal(said, 'true no_answer\n')
})

test('without the packages for development the build says how to get there', () => {
  const clone = join(folder, 'clone')
  for (const part of ['scripts', 'sdk'])
    cpSync(join(root, part), join(clone, part), { recursive: true })
  const words = [join(clone, 'scripts/build-sdk.ts')]
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /^TypeScript is not installed.*npm run sdk/)
  const pack = spawnSync('npm', ['pack'], { cwd: join(clone, 'sdk'), encoding: 'utf8' })
  assert.notEqual(pack.status, 0)
  assert.match(pack.stderr, /npm run sdk/)
})
