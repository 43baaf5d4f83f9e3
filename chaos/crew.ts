/** The service's processes: started, killed, frozen, and started again as a supervisor would. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')

export interface Member {
  role: 'api' | 'worker'
  child: ChildProcess
  /** As the attempts name it. */
  name: string
  state: 'starting' | 'running' | 'frozen' | 'gone'
  ready: Promise<void>
}

export interface Death {
  worker: string
  at: Date
}

export interface Crew extends AsyncDisposable {
  /** Those that run, and are not frozen. */
  running(role: Member['role']): Member[]
  /** SIGKILL, or SIGTERM for a clean stop; another one is started in its place. */
  kill(member: Member, signal: 'SIGKILL' | 'SIGTERM'): void
  /** Stops it in the middle of whatever it does, and lets it go on after `ms`. */
  freeze(member: Member, ms: number): Promise<void>
  /** Every process that should run does. */
  whole(): Promise<void>
  /** Workers killed by SIGKILL, and when. */
  deaths: readonly Death[]
  /** Processes that ended without being told to. */
  collapses: readonly string[]
}

/** `settings` is the environment of every process; each writes its log into `logs`. */
export async function startCrew(options: {
  workers: number
  settings: Record<string, string>
  logs: string
}): Promise<Crew> {
  const deaths: Death[] = []
  const collapses: string[] = []
  const members = new Set<Member>()
  let closing = false
  let number = 0

  function start(role: Member['role']): Member {
    const child = spawn(process.execPath, [join(root, 'server/main.ts')], {
      cwd: root,
      env: { PATH: dirname(process.execPath), ...options.settings, ROLE: role },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const log = createWriteStream(join(options.logs, `${role}-${++number}-${child.pid}.log`))
    child.stderr.pipe(log, { end: false })
    const member: Member = {
      role,
      child,
      name: `${hostname()}:${child.pid}`,
      state: 'starting',
      ready: saysReady(child).then(() => {
        if (member.state === 'starting') member.state = 'running'
      }),
    }
    child.stdout.pipe(log)
    members.add(member)
    void once(child, 'exit').then(async ([code]) => {
      const expected = member.state === 'gone'
      member.state = 'gone'
      members.delete(member)
      if (closing) return
      if (!expected) collapses.push(`${role} ${child.pid} ended with ${String(code)}`)
      // A supervisor does not spin on a process that cannot start.
      await sleep(expected ? 10 : 300)
      if (!closing) start(role)
    })
    return member
  }

  start('api')
  await [...members][0]?.ready
  for (let worker = 0; worker < options.workers; worker++) start('worker')

  const crew: Crew = {
    deaths,
    collapses,
    running: (role) =>
      [...members].filter((each) => each.role === role && each.state === 'running'),
    kill(member, signal) {
      if (member.state === 'gone') return
      if (signal === 'SIGKILL' && member.role === 'worker')
        deaths.push({ worker: member.name, at: new Date() })
      member.state = 'gone'
      member.child.kill(signal)
    },
    async freeze(member, ms) {
      member.child.kill('SIGSTOP')
      member.state = 'frozen'
      await sleep(ms)
      member.child.kill('SIGCONT')
      if (member.state === 'frozen') member.state = 'running'
    },
    async whole() {
      const full = () => {
        const ready = [...members].filter(({ state }) => state === 'running')
        return ready.length === options.workers + 1
      }
      while (!full()) await sleep(50)
    },
    async [Symbol.asyncDispose]() {
      closing = true
      await Promise.all(
        [...members].map(async ({ child }) => {
          if (child.exitCode !== null || child.signalCode !== null) return
          const ended = once(child, 'exit')
          child.kill('SIGKILL')
          await ended
        }),
      )
    },
  }
  return crew
}

/** Never rejects: a process that dies before is replaced. */
async function saysReady({ stdout }: ChildProcess) {
  let said = ''
  await new Promise<void>((resolve) => {
    const listen = (part: Buffer) => {
      said += part.toString()
      if (!said.includes('Crier is ready')) return
      stdout?.off('data', listen)
      resolve()
    }
    stdout?.on('data', listen)
  })
}
