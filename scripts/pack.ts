/**
 * `npm run package [-- FOLDER]`: packs the service into one file that npm installs anywhere, and prints its name.
 * `npm run package -- --tree FOLDER` only lays out what would be in it, in a new folder.
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
execFileSync(process.execPath, [join(import.meta.dirname, 'build-web.mjs')], {
  stdio: ['ignore', 'inherit', 'inherit'],
})
if (values.tree === undefined) process.stdout.write(`${packService(root, positionals[0] ?? '.')}\n`)
else if (isTaken(values.tree)) {
  process.stderr.write(`${values.tree} is not empty.\n`)
  process.exitCode = 1
} else layOut(root, resolve(values.tree))
