/** Where the time of eight uploads at once goes: the same bytes by the same client to what does less with them, a layer at a time. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secondsOf } from './processor-time.ts'
import { launch, runService, say, stop } from './service.ts'
import { AT_ONCE, median, multipart, SINGLE, sound, speed, yardstick } from './uploads.ts'

const ROUNDS = 5
const LAYERS = {
  'read and forgotten': '/forget',
  '… and written': '/write',
  '… and hashed': '/hash',
  '… and on the disk': '/sync',
}

export async function uploadCost() {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'crier-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const sink = launch('bench/upload-sink.ts', [folder], {})
  stack.defer(() => stop(sink.child))
  const base_url = `http://127.0.0.1:${Number.parseInt(await sink.output(/\n/), 10)}`
  const service = stack.use(await runService({ ROLE: 'api' }))
  const ways: Record<string, { send: (path: string) => Promise<void>; pid: number | undefined }> = {
    'a file, hashed and written, without a connection': {
      send: (path) => yardstick(path, `${path}.copy`),
      pid: undefined,
    },
  }
  for (const [name, path] of Object.entries(LAYERS))
    ways[name] = {
      send: (file) => multipart(file, { base_url, token: '' }, path),
      pid: sink.child.pid,
    }
  ways['Crier'] = { send: (path) => multipart(path, service), pid: service.child.pid }

  const took: Record<string, { speed: number; own: number; theirs: number }[]> = {}
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, { send, pid }] of Object.entries(ways)) {
      const paths = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => sound(join(folder, `${index}.wav`), SINGLE)),
      )
      const before = await spent(pid)
      const at = await speed(paths, SINGLE, send)
      const after = await spent(pid)
      const each = { speed: at, own: after.own - before.own, theirs: after.theirs - before.theirs }
      ;(took[name] ??= []).push(each)
    }
  }
  for (const [name, rounds] of Object.entries(took)) {
    const of = (field: 'speed' | 'own' | 'theirs') => median(rounds.map((each) => each[field]))
    say(
      `${AT_ONCE} at once, ${name.padEnd(48)} ${of('speed').toFixed(0).padStart(5)} MB/s; seconds of the processors: client ${of('own').toFixed(2)}, server ${of('theirs').toFixed(2)}`,
    )
  }
}

async function spent(pid: number | undefined) {
  const { user, system } = process.cpuUsage()
  return { own: (user + system) / 1e6, theirs: pid === undefined ? 0 : await secondsOf([pid]) }
}
