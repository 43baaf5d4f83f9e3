// Makes `npm start` and `npm test` work in a fresh clone: installs what package-lock.json asks for
// when node_modules does not have it. Runs before anything is installed, under any Node since 18.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR = 24
const LOCK_LIMIT_MS = 15 * 60 * 1000

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const lockFolder = join(root, '.installing')
const production = process.argv[2] !== 'development'

try {
  const due = reasonToInstall() !== undefined
  if (due) installOnce()
  if (due || majorOf(process.version) < NODE_MAJOR) checkNode()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

function installOnce() {
  takeLock()
  try {
    // Another process may have done it while this one waited.
    const reason = reasonToInstall()
    if (reason) install(reason)
  } finally {
    rmSync(lockFolder, { recursive: true, force: true })
  }
}

/**
 * Why node_modules will not do, or undefined. npm notes what it has installed in a lock file of its
 * own, at the end; comparing the two also accepts an installation made by hand.
 */
function reasonToInstall() {
  const wanted = packagesIn('package-lock.json')
  const present = packagesIn(join('node_modules', '.package-lock.json'))
  if (!wanted) throw new Error('package-lock.json is missing or damaged')
  if (!present) return { text: 'none are installed yet', additive: false }
  // Our own folders are what they are: a release changes the version of them, and nothing is to be installed for it.
  const needed = Object.entries(wanted).filter(
    ([path, { dev }]) => path.includes('node_modules/') && !(dev && production),
  )
  const own = wanted[''].optionalDependencies ?? {}
  const absent = needed.filter(([path, entry]) => {
    if (present[path]) return false
    // Of what is optional, npm leaves out much for reasons of its own; ours is here or unusable.
    const optional = entry.optional || entry.devOptional
    return !optional || (path.replace('node_modules/', '') in own && isForUs(entry))
  })
  const other = needed.filter(
    ([path, { version }]) => present[path] && present[path].version !== version,
  )
  if (other.length > 0) return { text: `${other.length} have another version`, additive: false }
  if (absent.length > 0) return { text: `${absent.length} are missing`, additive: true }
  return undefined
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return undefined
  }
}

function isForUs({ os, cpu }) {
  return os?.includes(process.platform) && cpu?.includes(process.arch)
}

function install({ text, additive }) {
  // `ci` empties node_modules first, under the feet of a server that may be running from it.
  const command = additive ? ['install', '--no-save'] : ['ci']
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const kinds = production ? ['--omit=dev'] : ['--include=dev']
  const line = `Installing the packages of package-lock.json (${text}) ...`
  // Not on stdout: there, a command's answer is read by other programs.
  process.stderr.write(line)
  const began = Date.now()
  const result = runNpm([...command, ...flags, ...kinds, '--include=optional'])
  if (result.status !== 0) {
    process.stderr.write(` failed.\n${result.stdout ?? ''}${result.stderr ?? ''}`)
    const reason = result.error
      ? `cannot be run: ${result.error.message}`
      : 'could not install them.'
    throw new Error(`npm ${reason}`)
  }
  process.stderr.write(` done in ${((Date.now() - began) / 1000).toFixed(1)} s\n`)
}

function runNpm(words) {
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }
  const running = process.env.npm_execpath
  if (running?.endsWith('npm-cli.js')) {
    return spawnSync(process.execPath, [running, ...words], options)
  }
  return spawnSync('npm', words, { ...options, shell: process.platform === 'win32' })
}

/** npm itself brings the right Node, first in the path of every script that follows. */
function checkNode() {
  const link = join(root, 'node_modules', '.bin', 'node')
  const shell = process.platform === 'win32'
  const found = existsSync(link) ? spawnSync(link, ['--version'], { encoding: 'utf8', shell }) : {}
  if (majorOf(found.stdout ?? '') >= NODE_MAJOR) return
  const ours = process.version
  if (majorOf(ours) >= NODE_MAJOR) {
    // Where the packaged one does not run (Alpine), it must not hide the one that does.
    rmSync(link, { force: true })
    return
  }
  const why = existsSync(link) ? 'the one that npm brings does not run' : 'npm brings none'
  throw new Error(
    `Node ${NODE_MAJOR} or later is needed. This is ${ours}, and ${why} on this system.`,
  )
}

function majorOf(version) {
  return Number.parseInt(version.replace('v', ''), 10) || 0
}

/** Creating a folder is what only one of several processes can do. */
function takeLock() {
  const began = Date.now()
  let told = false
  for (;;) {
    try {
      mkdirSync(lockFolder)
      writeFileSync(join(lockFolder, 'pid'), String(process.pid))
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isAbandoned()) {
      discardLock()
    } else if (Date.now() - began > LOCK_LIMIT_MS) {
      throw new Error(`Another process has been installing for long; if not, remove ${lockFolder}.`)
    } else {
      if (!told) process.stderr.write('Waiting for another process to install the packages.\n')
      told = true
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    }
  }
}

function isAbandoned() {
  try {
    const age = Date.now() - statSync(lockFolder).mtimeMs
    const pid = existsSync(join(lockFolder, 'pid'))
      ? Number(readFileSync(join(lockFolder, 'pid'), 'utf8'))
      : 0
    if (!pid) return age > 5000
    return age > LOCK_LIMIT_MS || !isAlive(pid)
  } catch {
    // Released in this moment.
    return false
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Only one of several that noticed may rename it; the others find the next lock, or none. */
function discardLock() {
  const aside = `${lockFolder}.${process.pid}`
  try {
    renameSync(lockFolder, aside)
    rmSync(aside, { recursive: true, force: true })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}
