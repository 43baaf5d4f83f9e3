/**
 * The power goes: the file system that everything lies on is shut down under writing callers, with nothing flushed, and
 * mounted again. Whatever was acknowledged before has to be there after, once, and files with all of their bytes. Needs root,
 * a loop device, and xfs_io (which cuts off an ext4 too).
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { launch } from '../bench/service.ts'
import { installPackage } from '../test/debian.ts'
import { makePng } from '../test/png.ts'
import { chance as chanceOf } from './chance.ts'
import { freePort } from '../test/free-port.ts'

export interface PowerOptions {
  seed: number
  /** Posts that are acknowledged in all. */
  rows: number
  cuts: number
  say: (line: string) => void
}

const CALLERS = 20
/** Of so many calls one stores a file. */
const FILES = 200
/** Behind the picture, in bytes. */
const NOISE = 200_000
const DISK_MB = 6_000
const DEADLINE = 20_000

/** What callers were told, by the own id that they gave; false: they heard no answer, and may send it again. */
interface Told {
  posts: Map<string, boolean>
  /** Of acknowledged files, by id. */
  files: Map<number, string>
}

/** Answers whether all that was acknowledged was there after every cut. */
export async function powerCuts({ seed, rows, cuts, say }: PowerOptions): Promise<boolean> {
  if (process.getuid?.() !== 0)
    throw new Error('The power can be cut by root only: it mounts a disk.')
  if (spawnSync('xfs_io', ['-V']).status !== 0) installPackage('xfsprogs', 'xfs_io')
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'crier-power-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const disk = stack.use(await openDisk(folder))
  const chance = chanceOf(seed)
  const told: Told = { posts: new Map(), files: new Map() }
  let service = await startOn(disk.at)
  const token = service.token
  if (!token) throw new Error(`The service told no key:\n${service.text}`)
  const account_ids = service.account_ids
  const faults: string[] = []
  for (let cut = 1; cut <= cuts; cut++) {
    // Not at the same place each time: between two checkpoints, in one, right after another cut.
    const until = Math.round((rows * (cut - 1 + 0.5 + chance.below(50) / 100)) / cuts)
    const goal = cut === cuts ? rows : Math.min(rows, until)
    await load({ ...service, token, account_ids }, told, goal, () => disk.cut())
    await service.kill()
    await disk.mountAgain()
    service = await startOn(disk.at)
    const found = await lookThrough({ base_url: service.base_url, token }, told)
    faults.push(...found)
    say(
      `cut ${cut}: ${acknowledged(told)} posts and ${told.files.size} files were acknowledged, ${found.length} lost, changed or twice`,
    )
    for (const fault of found.slice(0, 10)) say(`  ${fault}`)
  }
  await service.kill()
  say(
    `\nPower, seed ${seed}: ${acknowledged(told)} posts and ${told.files.size} files acknowledged, ${cuts} cuts: ${faults.length} lost, changed or twice`,
  )
  return faults.length === 0
}

function acknowledged({ posts }: Told) {
  return [...posts.values()].filter(Boolean).length
}

/** An ext4 in a file, as a disk whose power can go. */
async function openDisk(folder: string) {
  const image = join(folder, 'disk')
  const at = join(folder, 'mounted')
  await mkdir(at)
  execFileSync('truncate', ['-s', `${DISK_MB}M`, image])
  execFileSync('mkfs.ext4', ['-q', image])
  const mount = () => execFileSync('mount', ['-o', 'loop', image, at])
  const unmount = async () => {
    for (let tries = 100; spawnSync('umount', [at]).status !== 0; tries--) {
      if (!tries) throw new Error(`${at} stays busy.`)
      await sleep(100)
    }
  }
  mount()
  return {
    at,
    /** Nothing that waits in memory is written any more; what the disk has confirmed stays. */
    cut: () => void execFileSync('xfs_io', ['-x', '-c', 'shutdown', at]),
    async mountAgain() {
      await unmount()
      mount()
    },
    [Symbol.asyncDispose]: unmount,
  }
}

/** The service with its own database, both on the disk. */
async function startOn(disk: string) {
  const port = await freePort()
  const { child, output } = launch('server/main.ts', [], {
    PORT: String(port),
    SANDBOX_PORT: String(await freePort()),
    DATA_DIR: join(disk, 'data'),
    LOG_LEVEL: 'fatal',
    NODE_ENV: 'development',
    ROLE: 'api',
  })
  const base_url = `http://127.0.0.1:${port}`
  // The key is printed at the first start only.
  const text = await Promise.race([output(/curl -s|did not start/), ready(base_url).then(() => '')])
  const printed = text || (await Promise.race([output(/curl -s/), sleep(1_000, '')]))
  const ids = /"social_account_ids":\[([\d,]*)\]/.exec(printed)?.[1]
  const database = Number(
    (await readFile(join(disk, 'data/postgresql/postmaster.pid'), 'utf8')).split('\n', 1)[0],
  )
  return {
    base_url,
    text: printed,
    token: /shown this once:\s+(\S+)/.exec(printed)?.[1],
    account_ids: ids ? ids.split(',').map(Number) : [],
    /** As it is when there is no power: nothing says goodbye. */
    async kill() {
      const ended = child.exitCode === null && child.signalCode === null && once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(database)]).stdout
      for (const pid of [database, ...String(children).split(/\s+/).filter(Boolean).map(Number)]) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // It was gone already.
        }
      }
    },
  }
}

async function ready(base_url: string) {
  for (;;) {
    const answer = await fetch(`${base_url}/ready`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
}

interface Target {
  base_url: string
  token: string
  account_ids: readonly number[]
}

/** Callers write until so many posts are acknowledged; then the power goes, while they go on. */
async function load(target: Target, told: Told, goal: number, cut: () => void) {
  const stopped = new AbortController()
  let done = acknowledged(told)
  const again = [...told.posts].filter(([, known]) => !known).map(([name]) => name)
  let next = told.posts.size

  async function caller() {
    while (!stopped.signal.aborted) {
      const name = again.pop() ?? `post-${next++}`
      told.posts.set(name, false)
      try {
        if (next % FILES === 0) await storeFile(target, told, stopped.signal)
        const answer = await send(target, '/api/posts', bodyOf(target, name), name, stopped.signal)
        if (answer.status !== 201) continue
        // It is acknowledged when it was heard, also when the power is gone by then.
        told.posts.set(name, true)
        if (++done === goal) {
          cut()
          stopped.abort()
        }
      } catch {
        // No answer: nobody knows, and it is sent again after the cut.
      }
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
}

function bodyOf({ account_ids }: Target, name: string) {
  return JSON.stringify({
    content: `Written as ${name}`,
    external_id: name,
    social_account_ids: account_ids,
    scheduled_at: '2999-01-01T09:00:00Z',
  })
}

async function send(
  { base_url, token }: Pick<Target, 'base_url' | 'token'>,
  path: string,
  body: string | FormData,
  key: string,
  signal: AbortSignal,
) {
  const answer = await fetch(base_url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    body,
    signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE)]),
  })
  return { status: answer.status, body: await answer.json() }
}

async function storeFile(target: Target, told: Told, signal: AbortSignal) {
  const name = randomBytes(8).toString('hex')
  // Noise that no compression makes small: its bytes are many, and each of them counts.
  const bytes = Buffer.concat([makePng({ seed: told.files.size + 1 }), randomBytes(NOISE)])
  const form = new FormData()
  form.append('file', new Blob([bytes], { type: 'image/png' }), `${name}.png`)
  const { status, body } = await send(target, '/api/media', form, name, signal)
  const stored = z.object({ id: z.int() }).safeParse(body)
  if (status === 201 && stored.success)
    told.files.set(stored.data.id, createHash('sha256').update(bytes).digest('hex'))
}

const Page = z.object({
  data: z.array(z.object({ external_id: z.string().nullable(), content: z.string() })),
  next_page_url: z.string().nullable(),
})

/** What was acknowledged and is not there as it was, and what is there twice. */
async function lookThrough(
  { base_url, token }: Pick<Target, 'base_url' | 'token'>,
  { posts, files }: Told,
) {
  const headers = { authorization: `Bearer ${token}` }
  await ready(base_url)
  const faults: string[] = []
  const seen = new Map<string, number>()
  for (let at: string | null = `${base_url}/api/posts?per_page=200`; at;) {
    const page: z.infer<typeof Page> = Page.parse(await (await fetch(at, { headers })).json())
    for (const { external_id, content } of page.data) {
      if (external_id === null) continue
      seen.set(external_id, (seen.get(external_id) ?? 0) + 1)
      if (content !== `Written as ${external_id}`) faults.push(`${external_id} reads ${content}`)
    }
    at =
      page.next_page_url &&
      base_url + new URL(page.next_page_url).pathname + new URL(page.next_page_url).search
  }
  for (const [name, known] of posts) {
    const times = seen.get(name) ?? 0
    if (known && times === 0) faults.push(`${name} was acknowledged and is lost`)
    if (times > 1) faults.push(`${name} is there ${times} times`)
  }
  for (const [id, sha256] of files) {
    const item = z
      .object({ cdn_url: z.string() })
      .safeParse(await (await fetch(`${base_url}/api/media/${id}`, { headers })).json())
    const bytes = item.success && (await fetch(base_url + new URL(item.data.cdn_url).pathname))
    const digest =
      bytes &&
      bytes.ok &&
      createHash('sha256')
        .update(Buffer.from(await bytes.arrayBuffer()))
        .digest('hex')
    if (digest !== sha256)
      faults.push(`file ${id} was acknowledged and is ${digest ? 'changed' : 'lost'}`)
  }
  return faults
}
