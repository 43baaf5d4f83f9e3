/** How long it takes to tell what a file is, per kind; and what the service feels of it meanwhile. */
import { statSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import sharp from 'sharp'
import { probing } from '#probing/probe.ts'
import { files, makeAac, makeMp3, makePdf, makeWav } from '#probing/testing-files.ts'
import { makeMp4 } from '#probing/testing-mp4.ts'
import { makeWebm } from '#probing/testing-webm.ts'
import { percentile, say } from './service.ts'

const ROUNDS = 10
/** 24 megapixels, as a camera takes them. */
const PHOTO = { width: 6_000, height: 4_000 }
/** An hour at 30 frames a second. */
const FRAMES = 108_000

export async function probe() {
  await using folder = await files()
  await using service = probing()
  const made = await makeAll()
  const paths = new Map<string, string>()
  for (const [filename, bytes] of Object.entries(made)) {
    paths.set(filename, await folder.put(filename, bytes))
  }
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const time = async (filename: string, path: string) => {
    const start = performance.now()
    const answer = await service.probe(path, { filename, mime_type: null })
    if ('refused' in answer) throw new Error(`${filename}: ${answer.refused.message}`)
    return performance.now() - start
  }

  const [[anyName, anyPath] = ['', '']] = paths
  say(`first file, with the start of a child: ${(await time(anyName, anyPath)).toFixed(0)} ms`)
  delay.enable()
  for (const [filename, path] of paths) {
    const took: number[] = []
    for (let round = 0; round < ROUNDS; round++) took.push(await time(filename, path))
    const size = (statSync(path).size / 1e6).toFixed(1)
    say(
      `${filename} (${size} MB): p50 ${percentile(took, 0.5)?.toFixed(1)} ms, at most ${Math.max(...took).toFixed(1)} ms`,
    )
  }
  const start = performance.now()
  await Promise.all(
    Array.from({ length: 4 }, () => [...paths])
      .flat()
      .map(([name, path]) => time(name, path)),
  )
  delay.disable()
  say(`${4 * paths.size} files asked for at once: ${(performance.now() - start).toFixed(0)} ms`)
  say(`the service's own loop was held up by at most ${(delay.max / 1e6).toFixed(1)} ms meanwhile`)
}

async function makeAll() {
  const noise = Buffer.from(Array.from({ length: 1 << 16 }, (_, at) => (at * at * 31) % 253))
  const tile = sharp(noise, { raw: { width: 256, height: 256, channels: 1 } }).toColourspace('srgb')
  const photo = sharp(
    await tile.resize(PHOTO.width, PHOTO.height, { fit: 'fill' }).png().toBuffer(),
  )
  return {
    'photo.jpg': await photo.clone().jpeg({ quality: 85 }).toBuffer(),
    'photo.png': await photo.clone().png().toBuffer(),
    'photo.webp': await photo.clone().webp({ effort: 0 }).toBuffer(),
    'small.gif': await photo.clone().resize(800).gif().toBuffer(),
    'hour.mp4': makeMp4({ samples: FRAMES }),
    'hour-index-first.mov': makeMp4({ samples: FRAMES, brand: 'qt  ', indexFirst: true }),
    'minute.webm': makeWebm({ frames: 800, live: true }),
    'five-minutes.mp3': makeMp3(11_500),
    'ten-minutes.aac': makeAac(26_000),
    'ten-minutes.wav': makeWav(600),
    'paper.pdf': makePdf(500, true),
  }
}
