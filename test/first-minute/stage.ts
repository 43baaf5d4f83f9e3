/** What a newcomer has: a clone, a Node of some age with npm, a home, and a shell that knows nothing else. */
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../free-port.ts'

const root = join(import.meta.dirname, '../..')
const NOBODY = { uid: 65534, gid: 65534 }
const LIMIT_MS = 10 * 60 * 1000

/** Ordinary users are tried where there are rights to become one. */
const isRoot = process.getuid?.() === 0

interface Wish {
  node: number
  folder: string
  ordinary?: boolean
  /** Instead of a clone. */
  empty?: boolean
}

export interface Stage extends AsyncDisposable {
  newcomer(wish: Wish): Newcomer
}

export interface Newcomer {
  /** Where everything is done. */
  place: string
  /** `npm …` to its end; what it printed. */
  npm(words: readonly string[]): Promise<string>
  /** `npm start`, or what is named, until it says that it is ready. */
  start(command?: readonly [string, ...string[]]): Promise<Started>
  /** A line as a person would paste it. */
  paste(line: string): string
}

export interface Started {
  said: string
  sandbox_url: string
  stop(): Promise<void>
}

/** `majors`: which Nodes to fetch, each the newest that npm has. */
export function openStage(majors: readonly number[]): Stage {
  ensureCurl()
  const folder = mkdtempSync(join(tmpdir(), 'crier-first-minute-'))
  chmodSync(folder, 0o755)
  const base = baseEnvironment()
  for (const major of majors) fetchNode(major, join(folder, `node-${major}`), base)
  const cache = base['npm_config_cache'] ?? ''

  return {
    newcomer({ node, folder: name, ordinary = false, empty = false }) {
      const place = join(folder, name)
      const work = join(place, 'crier')
      const home = join(folder, `home of ${name.replace('/', ' ')}`)
      mkdirSync(place, { recursive: true })
      mkdirSync(home)
      if (empty) mkdirSync(work)
      else execFileSync('git', ['clone', '-q', '--no-hardlinks', root, work])
      const user = ordinary && isRoot ? NOBODY : undefined
      if (user) {
        lendCache(cache, join(home, '.npm'))
        execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, place])
        execFileSync('find', [
          home,
          '(',
          '-type',
          'd',
          '-o',
          '-path',
          '*/index-v5/*',
          ')',
          '-exec',
          'chown',
          `${user.uid}:${user.gid}`,
          '{}',
          '+',
        ])
      }
      return newcomerAt(work, user, {
        ...base,
        HOME: home,
        npm_config_cache: user ? join(home, '.npm') : cache,
        PATH: [join(folder, `node-${node}`, 'node_modules', '.bin'), base['PATH']].join(delimiter),
      })
    },

    async [Symbol.asyncDispose]() {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

type Environment = Record<string, string | undefined>

function newcomerAt(
  place: string,
  user: typeof NOBODY | undefined,
  environment: Environment,
): Newcomer {
  const options = { cwd: place, env: environment, ...user }

  return {
    place,

    async npm(words) {
      const child = spawn('npm', words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
      const said = listenTo(child)
      const [code] = await once(child, 'close')
      assert.equal(code, 0, `npm ${words.join(' ')}:\n${said()}`)
      return said()
    },

    async start([program, ...words] = ['npm', 'start']) {
      const [port = 0, sandbox = 0] = await freePorts(2)
      const env = { ...environment, PORT: String(port), SANDBOX_PORT: String(sandbox) }
      // A group of its own: Ctrl-C reaches npm and what npm runs.
      const child = spawn(program, words, {
        ...options,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const said = listenTo(child)
      const closed = once(child, 'close')
      const began = Date.now()
      const ended = () => child.exitCode !== null || child.signalCode !== null
      while (!/Crier is ready[\s\S]*curl[^\n]*\n/.test(said())) {
        assert.ok(
          !ended() && Date.now() - began < LIMIT_MS,
          `${program} ${words.join(' ')}:\n${said()}`,
        )
        await sleep(100)
      }
      return {
        said: said(),
        sandbox_url: `http://127.0.0.1:${sandbox}`,
        async stop() {
          if (child.pid && !ended()) process.kill(-child.pid, 'SIGINT')
          await closed
        },
      }
    },

    paste(line) {
      const { stdout, stderr, status } = spawnSync('/bin/sh', ['-c', line], {
        ...options,
        encoding: 'utf8',
      })
      assert.equal(status, 0, `${line}\n${stdout}${stderr}`)
      return stdout
    },
  }
}

/** Without what this test run brings along: the Node of the packages, and what npm and node:test tell their children. */
function baseEnvironment(): Environment {
  const asked = (name: string) =>
    execFileSync('npm', ['config', 'get', name], { cwd: root, encoding: 'utf8' }).trim()
  const [npm_config_cache, npm_config_registry] = [asked('cache'), asked('registry')]
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|node_|init_cwd$|crier_)/i.test(name) || name === 'NODE_EXTRA_CA_CERTS',
  )
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return {
    ...Object.fromEntries(kept),
    npm_config_cache,
    npm_config_registry,
    PATH: folders.filter((folder) => !folder.includes('node_modules')).join(delimiter),
  }
}

/** What npm has fetched already, for somebody who may not write to it: contents are shared, the index is theirs. */
function lendCache(from: string, to: string) {
  for (const [part, how] of [
    ['content-v2', '-rlp'],
    ['index-v5', '-rp'],
  ] as const) {
    const source = join(from, '_cacache', part)
    const target = join(to, '_cacache')
    mkdirSync(target, { recursive: true })
    if (!existsSync(source)) continue
    if (spawnSync('cp', [how, source, target]).status === 0) continue
    // Another disk, where nothing can be shared.
    execFileSync('cp', ['-rp', source, target])
  }
}

/** A bare Debian has none; whoever pastes the printed line does. */
function ensureCurl() {
  const there = () => spawnSync('curl', ['--version']).status === 0
  if (there()) return
  const wait = ['-o', 'DPkg::Lock::Timeout=300']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const words of [
    ['update', '-q', ...wait],
    ['install', '-y', '-q', '--no-install-recommends', 'curl', ...wait],
  ]) {
    if (isRoot) spawnSync('apt-get', words, { stdio: ['ignore', 'ignore', 'inherit'], env })
  }
  assert.ok(there(), 'The printed line needs curl: apt-get install curl')
}

function fetchNode(major: number, folder: string, env: Environment) {
  const name = `node-${process.platform}-${process.arch}@${major}`
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  mkdirSync(folder)
  const result = spawnSync('npm', ['install', '--prefix', folder, ...flags, name], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  assert.equal(result.status, 0, result.stderr)
  const node = join(folder, 'node_modules', '.bin', 'node')
  assert.ok(existsSync(node), `${name} brings no node`)
}

function listenTo(child: ReturnType<typeof spawn>) {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => (text += part))
  }
  return () => text
}
