/** A piece of a film, as it was recorded: packets are copied, so nothing is decoded and nothing loses quality. */
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  QTFF,
  WebMOutputFormat,
} from 'mediabunny'
import { damaged, readers } from './film.ts'
import { Refused } from './probed.ts'
import { sniff } from './sniff.ts'
import type { Made, Span } from './tasks.ts'

/** It is made in memory, and handed over whole. */
const BYTES_LIMIT = 200_000_000
/** Seconds: what begins with the end is no part of it. */
const INSTANT = 0.0005

/** Begins at the picture before `from` that needs no other; ends at `to`. @throws {Refused} `damaged`, `too_large`, `unsupported_type` */
export async function trimFilm(path: string, span: Span): Promise<Made> {
  const format = await sniff(path, '')
  if (format !== 'mp4' && format !== 'webm') {
    throw new Refused('unsupported_type', 'Only MP4, MOV and WebM videos can be cut.')
  }
  using input = new Input({
    source: new FilePathSource(path, { handleUnhandledError: () => undefined }),
    formats: readers[format],
  })
  try {
    return await cut(input, format, span)
  } catch (error) {
    if (error instanceof Refused) throw error
    // As where it is measured: the library has no error type for a broken file.
    throw damaged()
  }
}

async function cut(input: Input, format: 'mp4' | 'webm', { from, to }: Span): Promise<Made> {
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  if (!video) throw new Refused('unsupported_type', 'There is no picture in this file to cut.')
  const { kind, extension } = await formOf(input, format)
  const target = new BufferTarget()
  const output = new Output({ format: kind, target })
  const start = (await new EncodedPacketSink(video).getKeyPacket(from))?.timestamp ?? 0
  const room = { left: BYTES_LIMIT }
  const seen = await pictures(video, output)
  const heard = audio && (await sounds(audio, output))
  await output.start()
  await seen({ start, to, room })
  if (heard) await heard({ start, to, room })
  await output.finalize()
  if (!target.buffer) throw damaged()
  return { bytes: new Uint8Array(target.buffer), extension }
}

async function formOf(input: Input, format: 'mp4' | 'webm') {
  if (format === 'webm') return { kind: new WebMOutputFormat(), extension: 'webm' as const }
  const isMov = (await input.getFormat()) === QTFF
  return isMov
    ? { kind: new MovOutputFormat({ fastStart: 'in-memory' }), extension: 'mov' as const }
    : { kind: new Mp4OutputFormat({ fastStart: 'in-memory' }), extension: 'mp4' as const }
}

interface Piece {
  start: number
  to: number
  /** Bytes that may still come. */
  room: { left: number }
}

async function pictures(track: InputVideoTrack, output: Output) {
  const codec = await track.getCodec()
  const decoderConfig = await track.getDecoderConfig()
  if (!codec || !decoderConfig) throw unknown()
  const source = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(source, { rotation: await track.getRotation() })
  return async ({ start, to, room }: Piece) => {
    const sink = new EncodedPacketSink(track)
    const first = await sink.getKeyPacket(start)
    const last = await sink.getPacket(to - INSTANT)
    if (!first || !last) throw damaged()
    // In the order of decoding: what is shown at the end may need what is decoded before it, and that is shown later.
    for await (const packet of sink.packets(first)) {
      // What is decoded behind the first picture and shown before it needs one that is cut off.
      if (packet.timestamp >= start) {
        take(room, packet.byteLength)
        await source.add(packet.clone({ timestamp: packet.timestamp - start }), { decoderConfig })
      }
      if (packet.sequenceNumber >= last.sequenceNumber) break
    }
    source.close()
  }
}

async function sounds(track: InputAudioTrack, output: Output) {
  const codec = await track.getCodec()
  const decoderConfig = await track.getDecoderConfig()
  if (!codec || !decoderConfig) throw unknown()
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  return async ({ start, to, room }: Piece) => {
    const sink = new EncodedPacketSink(track)
    const first = (await sink.getPacket(start)) ?? (await sink.getFirstPacket())
    for await (const packet of sink.packets(first ?? undefined)) {
      if (packet.timestamp >= to) break
      if (packet.timestamp < start) continue
      take(room, packet.byteLength)
      await source.add(packet.clone({ timestamp: packet.timestamp - start }), { decoderConfig })
    }
    source.close()
  }
}

function take(room: { left: number }, bytes: number) {
  room.left -= bytes
  if (room.left >= 0) return
  throw new Refused('too_large', `A piece of a video may have up to ${BYTES_LIMIT / 1e6} MB.`)
}

function unknown() {
  return new Refused('unsupported_type', 'This video is coded in a way that cannot be cut.')
}
