/**
 * Memory of a worker while it publishes one video, by every protocol of uploading: the most resident memory of a new worker
 * above what it has at rest. Each platform gets the largest video that it takes, 1 GB at most; platforms are a process of
 * their own, and so is the API, which serves those that fetch.
 */
import { openAsBlob } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { upload } from '@crier/sdk'
import { catalog } from '#platforms/catalog.ts'
import { makeMp4 } from '#probing/testing-mp4.ts'
import { reasonWithoutS3, testBucket } from '../test/s3/server.ts'
import { type Apart, openApart } from './apart.ts'
import { memoryOf, say } from './service.ts'

const MB = 1024 * 1024
const GIANT = 1024 * MB

/** What goes another way than the platform's usual one. */
const ways: readonly { platform: string; name?: string; options?: object }[] = [
  ...Object.keys(catalog).map((platform) => ({ platform })),
  { platform: 'facebook', name: 'facebook, as reel', options: { facebook: { video_as: 'reel' } } },
]

/** `largest` and `platforms`: less, to try it. */
export async function publishMemory(largest = GIANT, platforms = Object.keys(catalog)) {
  const wanted = ways.filter(({ platform }) => platforms.includes(platform))
  say('from a folder')
  await everyWay({}, wanted, largest)
  // One that sends parts of a file, one that sends it whole, one that makes a form of it.
  const some = wanted.filter(({ platform }) =>
    ['youtube', 'facebook', 'pinterest'].includes(platform),
  )
  if (!some.length) return
  const missing = reasonWithoutS3()
  if (missing !== undefined) return say(missing)
  await using bucket = await testBucket()
  const { options } = bucket
  say('from a bucket')
  await everyWay(
    {
      S3_BUCKET: options.bucket,
      S3_ENDPOINT: options.endpoint,
      S3_REGION: options.region,
      S3_ACCESS_KEY_ID: options.credentials?.accessKeyId ?? '',
      S3_SECRET_ACCESS_KEY: options.credentials?.secretAccessKey ?? '',
    },
    some,
    largest,
  )
}

async function everyWay(environment: Record<string, string>, wanted: typeof ways, largest: number) {
  await using apart = await openApart(environment)
  const videos = new Map<number, number>()
  for (const { platform, name = platform, options } of wanted) {
    const rule = catalog[platform]?.manifest.media.video
    if (!rule) continue
    const size = Math.min(largest, rule.max_bytes)
    const media_id = videos.get(size) ?? (await sendVideo(apart, size))
    videos.set(size, media_id)
    await one(apart, { platform, name, size, media_id, options })
  }
}

interface Way {
  platform: string
  name: string
  size: number
  media_id: number
  options: object | undefined
}

async function one(apart: Apart, { platform, name, size, media_id, options }: Way) {
  const social_account_ids = await apart.connect(platform, 1)
  await using worker = await apart.hire()
  const rest = (await worker.memory()).now
  const api = watch(apart.pid)
  const began = performance.now()
  const post = { content: `Large: ${name}`, social_account_ids, media_ids: [media_id] }
  const post_id = await apart.publish({ ...post, ...(options && { platform_options: options }) })
  const { outcome, code } = await worker.carried(post_id)
  const seconds = (performance.now() - began) / 1000
  const { peak } = await worker.memory()
  say(
    `${name.padEnd(18)} ${(size / MB).toFixed(0).padStart(4)} MB ${outcome}${code ? ` (${code})` : ''} in ${seconds.toFixed(1)} s: worker ${rest.toFixed(0)} MB at rest, ${(peak - rest).toFixed(0)} MB above it at most; API ${(await api.above()).toFixed(0)} MB above rest`,
  )
}

/** Samples, since a peak of this process would be that of the upload before. */
function watch(pid: number) {
  const first = memoryOf([pid])
  let peak = 0
  const timer = setInterval(() => {
    void memoryOf([pid]).then((now) => (peak = Math.max(peak, now)))
  }, 100)
  return {
    async above() {
      clearInterval(timer)
      return Math.max(0, peak - (await first))
    },
  }
}

/** A video of five seconds whose frames are followed by a great many zeros, sent as anybody would. */
async function sendVideo({ base_url, token }: Apart, size: number) {
  const folder = await mkdtemp(join(tmpdir(), 'crier-bench-'))
  try {
    const path = join(folder, 'large.mp4')
    await writeVideo(path, size)
    const file = await openAsBlob(path)
    const slice = (start: number, end: number) => file.slice(start, end)
    const { id } = await upload(
      { name: 'large.mp4', type: 'video/mp4', size, slice },
      { base_url, token },
    )
    return id
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeVideo(path: string, size: number) {
  const film = makeMp4({ indexFirst: true, samples: 150, video: { width: 1080, height: 1920 } })
  const data = film.lastIndexOf('mdat') - 4
  film.writeUInt32BE(size - data, data)
  await using file = await open(path, 'w')
  await file.write(film)
  await file.truncate(size)
}
