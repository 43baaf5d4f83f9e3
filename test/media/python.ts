/** A python3 that knows requests. */
import { spawnSync } from 'node:child_process'
import { installPackage } from '../debian.ts'

/** Debian's own comes first: another python of the machine need not know the module. */
export function findPython(): string | undefined {
  return ['/usr/bin/python3', 'python3'].find(
    (python) => spawnSync(python, ['-c', 'import requests'], { stdio: 'ignore' }).status === 0,
  )
}

export function ensurePython() {
  if (findPython() === undefined) installPackage('python3-requests', "Python's requests for a test")
}
