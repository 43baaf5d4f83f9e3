/** The service's processes: started, killed, frozen, and started again as a supervisor would. */
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { end } from './aftermath.ts'
import { launch, type Process } from './process.ts'

export interface Member extends Process {
  role: 'api' | 'worker'
  state: 'starting' | 'running' | 'frozen' | 'gone'
}

export interface Death {
  worker: string
  at: Date
}

export interface Crew extends AsyncDisposable {
  /** How many there should be. */
  workers: number
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
    const log = join(options.logs, `${role}-${++number}.log`)
    const { child, name, ready } = launch({ ...options.settings, ROLE: role }, log)
    const member: Member = {
      role,
      child,
      name,
      state: 'starting',
      ready: ready.then(() => {
        if (member.state === 'starting') member.state = 'running'
      }),
    }
    members.add(member)
    void once(child, 'exit').then(async ([code]) => {
      const expected = member.state === 'gone'
      const how = member.state === 'starting' ? 'while it started' : 'while it ran'
      member.state = 'gone'
      members.delete(member)
      if (closing) return
      if (!expected) collapses.push(`${role} ended by itself ${how}, code ${String(code)}`)
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
    workers: options.workers,
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
      await Promise.all([...members].map(({ child }) => end(child)))
    },
  }
  return crew
}
