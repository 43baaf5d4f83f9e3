/** `npm run sdk [folder]`: builds the SDK and packs it; prints the file, which `npm install <file>` takes anywhere. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { packFolder } from './pack/pack.ts'

const into = resolve(process.argv[2] ?? '.')
const folder = mkdtempSync(join(tmpdir(), 'crier-sdk-'))
try {
  const build = join(import.meta.dirname, 'build-sdk.ts')
  // What the compiler says is no answer.
  execFileSync(process.execPath, [build, folder], { stdio: ['ignore', process.stderr, 'inherit'] })
  process.stdout.write(`${packFolder(folder, into)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
