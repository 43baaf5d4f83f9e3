// Before `npm start` and `npm test`: installs what is missing, then builds the dashboard. One entry for both, because the
// shell of a script looks `node` up once: after an installation it would go on with the one that it found before.
// Runs before anything is installed, under any Node since 18.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BUILDS_FROM = 24

const scripts = dirname(fileURLToPath(import.meta.url))
const build = join(scripts, 'build-web.mjs')

await import('./install.mjs')
if (!process.exitCode) {
  if (Number.parseInt(process.versions.node, 10) >= BUILDS_FROM) await import('./build-web.mjs')
  else buildUnderInstalled()
}

/** install.mjs has made sure that it is there and runs. */
function buildUnderInstalled() {
  const windows = process.platform === 'win32'
  const node = join(dirname(scripts), 'node_modules', '.bin', windows ? 'node.cmd' : 'node')
  const words = windows ? [`"${node}"`, [`"${build}"`]] : [node, [build]]
  const { status, error } = spawnSync(...words, { stdio: 'inherit', shell: windows })
  if (error) process.stderr.write(`The dashboard could not be built: ${error.message}\n`)
  process.exitCode = status ?? 1
}
