/** Plays the faults of the sandbox around posts that go out: on every platform at once, each in a way in which its emulator meets it. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { manifests } from '#platforms/catalog.ts'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { doingOf, type TestService } from '../service.ts'
import { newMedia } from '../surfaces/kit.ts'

/** What a post is made of, and the call that the fault is set on: where it usually is, unless said. */
interface Way {
  files: 'none' | 'image' | 'video'
  comment?: true
  on?: string
  /** The answer of the call that publishes is lost, so that somebody looks. */
  lost?: true
}

const none = { files: 'none' } as const
const image = { files: 'image' } as const
const video = { files: 'video' } as const
/** The plainest first. */
const ways: readonly Way[] = [
  none,
  image,
  video,
  ...[none, image, video].map((each) => ({ ...each, lost: true as const })),
  ...[none, video].map((each) => ({ ...each, comment: true as const })),
  ...[none, video].map((each) => ({ ...each, comment: true as const, on: 'comment' })),
  ...['upload', 'status'].flatMap((on) => [video, image].map((each) => ({ ...each, on }))),
]

export interface Met {
  platform: string
  fault: string
  post: number
}

interface Trying {
  platform: string
  fault: string
  left: Way[]
}

/**
 * In rounds, in each of them one fault on every platform, with one post for all that take the same files. `look` sees each post
 * while it stands as the fault left it. Answers those that nothing met: `platform: fault`.
 */
export async function playFaults(
  service: TestService,
  faults: ReadonlyMap<string, readonly string[]>,
  look: (met: readonly Met[]) => Promise<void>,
  /** Seconds that a post has to come as far as it does. */
  patience: number,
): Promise<string[]> {
  const media = { none: [], image: [await picture(service)], video: [await film(service)] }
  const accounts = new Map<string, number>()
  const queues = [...faults].map(([platform, names]) =>
    names.map((fault): Trying => {
      const left = ways.filter((way) => takes(platform, way))
      return { platform, fault, left }
    }),
  )
  const unmet: string[] = []
  /** How a fault of this name was met elsewhere is tried first. */
  const known = new Map<string, Way>()
  let posts = 0

  for (;;) {
    const round = queues
      .flatMap(([first]) => first ?? [])
      .map((trying) => ({ trying, way: wayOf(trying) }))
    if (!round.length) return unmet
    await asBefore(service, faults.keys(), accounts)
    const before = new Map<string, number>()
    for (const {
      trying: { platform, fault },
      way,
    } of round) {
      before.set(platform, (await faultsOf(service, platform)).played[fault] ?? 0)
      const { on } = way
      await service.fault(platform, { fault, ...(on !== undefined && { on }) })
      if (way.lost) await service.fault(platform, { fault: 'landed_cut' })
    }
    const groups = Map.groupBy(round, ({ way }) => `${way.files} ${way.comment}`)
    const sent = await Promise.all([...groups.values()].map(send))
    const met: Met[] = []
    for (const { trying, way, post } of sent.flat()) {
      const { platform, fault, left } = trying
      const isMet = await comes(service, post, platform, async () => {
        const { played } = await faultsOf(service, platform)
        return (played[fault] ?? 0) > (before.get(platform) ?? 0)
      })
      if (isMet) {
        met.push({ platform, fault, post })
        known.set(fault, way)
      } else left.splice(left.indexOf(way), 1)
      if (!isMet && left.length) continue
      if (!isMet) unmet.push(`${platform}: ${fault}`)
      queues.find(([first]) => first === trying)?.shift()
    }
    if (met.length) await look(met)
  }

  function wayOf({ fault, left }: Trying) {
    const [first = assert.fail(fault)] = left
    return left.find((way) => way === known.get(fault)) ?? first
  }

  async function send(group: readonly { trying: Trying; way: Way }[]) {
    const [{ way } = assert.fail()] = group
    const { status, body } = await service.rest('POST', '/api/posts', {
      content: `Apples of sort ${(posts += 1)}`,
      ...(way.comment && { first_comment: `Pears of sort ${posts}` }),
      social_account_ids: group.map(({ trying }) => accounts.get(trying.platform)),
      media_ids: media[way.files],
      publish_now: true,
      // Where nothing tells whether it is there, a person is asked.
      in_doubt: 'ask',
    })
    assert.equal(status, 201, JSON.stringify(body))
    const post = Number(body['id'])
    // Whatever it stands at by then is to be told.
    await service.rest('GET', `/api/posts/${post}?wait=${patience}`)
    return group.map((each) => ({ ...each, post }))
  }
}

/** Whether it is so, as soon as it is, or once nothing more comes of the post on this platform. */
async function comes(
  service: TestService,
  post: number,
  platform: string,
  isSo: () => Promise<boolean>,
) {
  const deadline = Date.now() + 15_000
  for (;;) {
    const { rows } = await service.query(
      `select status from deliveries where post_id = ${post} and platform = '${platform}'`,
    )
    // Asked behind how it stands: what came between the two counts.
    if (await isSo()) return true
    const [{ status } = {}] = rows
    if (status !== 'pending' && status !== 'publishing') return false
    if (Date.now() > deadline) return false
    await delay(100)
  }
}

export async function faultsOf({ sandbox_url }: TestService, platform: string) {
  const answer = await fetch(`${sandbox_url}/_sandbox/${platform}/faults`)
  return (await answer.json()) as { known: string[]; played: Record<string, number> }
}

function takes(platform: string, { files, comment }: Way) {
  const manifest = manifests[platform] ?? assert.fail(platform)
  if (comment && !manifest.first_comment) return false
  return files === 'none' ? !manifest.media_required : manifest.media[files] !== undefined
}

/** No fault waits, no post of a round before would meet the next one, and every account is connected. */
async function asBefore(
  service: TestService,
  platforms: Iterable<string>,
  accounts: Map<string, number>,
) {
  for (const each of [
    `update deliveries set status = 'failed', error_code = 'given_up', lease_until = null, blocked_reason = null,
       watch_at = null, in_doubt = false, lease_token = lease_token + 1
     where status in ('pending', 'publishing', 'blocked') or watch_at is not null`,
    'update accounts set paused_until = null',
    'delete from circuits',
    'delete from pauses',
  ])
    await service.query(each)
  const { rows } = await service.query(`select platform from accounts where health <> 'healthy'`)
  const sick = new Set(rows.map(({ platform }) => platform))
  for (const platform of platforms) {
    await fetch(`${service.sandbox_url}/_sandbox/${platform}/faults`, { method: 'DELETE' })
    if (!accounts.has(platform) || sick.has(platform))
      accounts.set(platform, await accountInSandbox(service, platform))
    // A platform that counts would take no more of so many posts.
    if ((await faultsOf(service, platform)).known.includes('no_limits'))
      await service.fault(platform, { fault: 'no_limits', on: '*', times: 100_000 })
  }
}

/** Noise, which no format makes so small that a platform would refuse it. */
async function picture(service: TestService) {
  const noise = { type: 'gaussian', mean: 120, sigma: 30 } as const
  const background = { r: 0, g: 0, b: 0 }
  const image = sharp({ create: { width: 400, height: 400, channels: 3, background, noise } })
  return stored(service, await image.jpeg({ quality: 60 }).toBuffer(), {
    original_name: 'apples.jpg',
    mime_type: 'image/jpeg',
    width: 400,
    height: 400,
  })
}

/** By its beginning: emulators play no videos. */
function film(service: TestService) {
  const bytes = Buffer.alloc(80_000, 7)
  bytes.write('\0\0\0\u0018ftypmp42', 0, 'latin1')
  return stored(service, bytes, {
    original_name: 'apples.mp4',
    mime_type: 'video/mp4',
    width: 640,
    height: 640,
    duration: 4,
  })
}

async function stored(service: TestService, bytes: Buffer, file: Parameters<typeof newMedia>[1]) {
  const { blobs } = await doingOf(service)
  const blob_key = randomBytes(16).toString('hex')
  await blobs.put(
    blob_key,
    (async function* () {
      yield bytes
    })(),
  )
  return newMedia(service, { ...file, blob_key, size_bytes: bytes.length })
}
