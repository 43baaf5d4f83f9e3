/**
 * `npm run package [-- FOLDER]`: packs the service into one file that npm installs anywhere, and prints its name.
 * `npm run package -- --tree FOLDER` lays out what runs on a system like this one, with all packages: an image is made of it.
 */
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packService } from './pack/pack.ts'
import { layOut } from './pack/tree.ts'
import { isTaken } from './release/problems.ts'

const root = join(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tree: { type: 'string' } },
})
const folder = resolve(values.tree ?? positionals[0] ?? '.')
if (values.tree !== undefined && isTaken(folder)) {
  process.stderr.write(`${folder} is not empty.\n`)
  process.exit(1)
}
execFileSync(process.execPath, [join(import.meta.dirname, 'build-web.mjs')], {
  stdio: ['ignore', 'inherit', 'inherit'],
})
if (values.tree === undefined) process.stdout.write(`${packService(root, folder)}\n`)
else {
  const { copyWhole } = await import('./pack/whole.ts')
  layOut(root, folder)
  await copyWhole(root, folder)
}
