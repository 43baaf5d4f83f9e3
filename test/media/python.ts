/** A python3 that knows a module. */
import { spawnSync } from 'node:child_process'
import { installPackage } from '../debian.ts'

/** Debian's own comes first: another python of the machine need not know the module. */
export function findPython(module = 'requests'): string | undefined {
  return ['/usr/bin/python3', 'python3'].find(
    (python) => spawnSync(python, ['-c', `import ${module}`], { stdio: 'ignore' }).status === 0,
  )
}

export function ensurePython() {
  if (findPython() === undefined) installPackage('python3-requests', "Python's requests for a test")
  if (findPython('icalendar') === undefined)
    installPackage('python3-icalendar', "Python's icalendar for a test")
  if (findPython('googleapiclient.discovery') === undefined)
    installPackage('python3-googleapi', "Google's client for Python for a test")
}
