/** Programs of others that tests use, on machines where they may be installed. */
import { spawnSync } from 'node:child_process'

/** As root on a Debian; does nothing elsewhere. `what` is said while it lasts. */
export function installPackage(name: string, what: string) {
  if (process.getuid?.() !== 0) return
  process.stderr.write(`Installing ${what} ...\n`)
  const wait = ['-o', 'DPkg::Lock::Timeout=300']
  const install = ['install', '-y', '-q', '--no-install-recommends', name, ...wait]
  for (const words of [['update', '-q', ...wait], install]) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', words, { stdio: ['ignore', 'ignore', 'inherit'], env })
  }
}

export function isHere(command: string) {
  return spawnSync('which', [command], { stdio: 'ignore' }).status === 0
}
