/** Video and audio, by mediabunny with a fixed list of formats: with all of them it follows playlists to other files. */
import {
  ADTS,
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputTrack,
  type InputVideoTrack,
  MP3,
  MP4,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny'
import type { CaptionFormat } from './captions.ts'
import { ACCEPTED, type Format, plain } from './formats.ts'
import type { ImageFormat } from './image.ts'
import { type Probed, Refused } from './probed.ts'
import { isWholeRiff } from './whole-images.ts'
import { isWholeMp4 } from './whole-mp4.ts'
import { isWholeWebm } from './whole-webm.ts'
import type { Window } from './window.ts'

export type FilmFormat = Exclude<Format, ImageFormat | CaptionFormat | 'pdf'>

export const readers = { mp4: [MP4, QTFF], webm: [WEBM], mp3: [MP3], wav: [WAVE], aac: [ADTS] }

const isWhole: Partial<Record<FilmFormat, (window: Window) => Promise<boolean>>> = {
  mp4: isWholeMp4,
  webm: isWholeWebm,
  wav: async (window) => isWholeRiff(await window.bytes(0, 12), window.size),
}

const audioTypes: Partial<Record<FilmFormat, string>> = {
  mp4: 'audio/mp4',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  aac: 'audio/aac',
}

/** As everybody but the standards calls them. */
const codecNames: Readonly<Record<string, string>> = { avc: 'h264' }

/** Enough for the rate of a film that keeps it. */
const FRAMES = 120

/** @throws {Refused} `damaged`, `unsupported_type` */
export async function probeFilm(path: string, format: FilmFormat, window: Window): Promise<Probed> {
  if ((await isWhole[format]?.(window)) === false) throw damaged()
  using input = new Input({
    source: new FilePathSource(path, { handleUnhandledError: () => undefined }),
    formats: readers[format],
  })
  try {
    return await measure(input, format)
  } catch (error) {
    if (error instanceof Refused) throw error
    // The library has no error type for a broken file: assertions, range errors, type errors.
    throw damaged()
  }
}

async function measure(input: Input, format: FilmFormat): Promise<Probed> {
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  const tracks = [video, audio].filter((track) => track !== null)
  if (tracks.length === 0) throw damaged()
  // An index without the data it speaks of looks perfect.
  for (const track of tracks) await assertData(track)

  // Not what the header says: that is missing, rounded, estimated or a lie.
  const duration = await input.computeDuration(tracks)
  const audio_codec = nameOf(await audio?.getCodec())
  if (!video) {
    const mime_type = audioTypes[format]
    if (!mime_type) throw new Refused('unsupported_type', `WebM without video. ${ACCEPTED}`)
    return { ...plain('audio', mime_type), duration_seconds: thousandths(duration), audio_codec }
  }
  return {
    ...plain('video', await videoType(input, format)),
    width: Math.round(await video.getDisplayWidth()),
    height: Math.round(await video.getDisplayHeight()),
    duration_seconds: thousandths(duration),
    video_codec: nameOf(await video.getCodec()),
    audio_codec,
    frame_rate: await frameRate(video),
  }
}

async function assertData(track: InputTrack) {
  const sink = new EncodedPacketSink(track)
  const first = await sink.getFirstPacket()
  const last = await sink.getPacket(Infinity)
  if (!first?.data.length || !last?.data.length) throw damaged()
}

async function videoType(input: Input, format: FilmFormat) {
  if (format === 'webm') return 'video/webm'
  return (await input.getFormat()) === QTFF ? 'video/quicktime' : 'video/mp4'
}

async function frameRate(video: InputVideoTrack) {
  const { averagePacketRate, packetCount } = await video.computePacketStats(FRAMES)
  return packetCount > 1 && Number.isFinite(averagePacketRate)
    ? thousandths(averagePacketRate)
    : null
}

const thousandths = (value: number) => Math.round(value * 1000) / 1000

function nameOf(codec: string | null | undefined) {
  return codec ? (codecNames[codec] ?? codec) : null
}

export function damaged() {
  return new Refused('damaged', 'The file is damaged or incomplete.')
}
