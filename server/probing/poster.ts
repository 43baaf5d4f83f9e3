/** One frame of a video, by an ffmpeg of the machine's own. It is the only use of ffmpeg, and nothing depends on it. */
import { execFile } from 'node:child_process'
import { limited } from './launch.ts'

const LIMIT_MS = 15_000
const BYTES_LIMIT = 8 * 1024 * 1024
/** The first frame is often black. */
const AT_SECONDS = 1
/** Pixels on either side: of a preview, and of a picture in its own right. */
const SIDES = { preview: 400, whole: 4096 } as const
/** Playlists in disguise would otherwise make it open other files and addresses. */
const GUARD = [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  'mov,matroska,webm',
  '-threads',
  '1',
]
const scaleTo = (side: number) =>
  `scale='min(${side},iw)':'min(${side},ih)':force_original_aspect_ratio=decrease`

/** A small JPEG, which shows what the video is of; undefined where there is no ffmpeg, it could not, or the caller left. */
export function posterOf(
  ffmpeg: string,
  path: string,
  duration_seconds: number | null,
  caller?: AbortSignal,
) {
  const at = Math.min(AT_SECONDS, (duration_seconds ?? 0) / 2)
  return frameOf(ffmpeg, path, { at, side: SIDES.preview }, caller)
}

/** The frame at this second as a JPEG of its own size; undefined as above. */
export function frameAt(ffmpeg: string, path: string, at: number, caller?: AbortSignal) {
  return frameOf(ffmpeg, path, { at, side: SIDES.whole, quality: 2 }, caller)
}

function frameOf(
  ffmpeg: string,
  path: string,
  { at, side, quality = 4 }: { at: number; side: number; quality?: number },
  caller?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const input = ['-ss', at.toFixed(3), '-i', `file:${path}`, '-frames:v', '1', '-an', '-sn', '-dn']
  const coded = ['-c:v', 'mjpeg', '-q:v', String(quality), '-fs', String(BYTES_LIMIT)]
  const output = ['-f', 'image2pipe', ...coded, '-']
  const asked = ['-nostdin', '-v', 'error', ...GUARD, ...input, '-vf', scaleTo(side), ...output]
  const { command, words } = limited(ffmpeg, asked)
  return new Promise((resolve) => {
    execFile(
      command,
      words,
      {
        encoding: 'buffer',
        env: {},
        timeout: LIMIT_MS,
        killSignal: 'SIGKILL',
        maxBuffer: 2 * BYTES_LIMIT,
        ...(caller && { signal: caller }),
      },
      (error, stdout) => resolve(error || stdout.length === 0 ? undefined : new Uint8Array(stdout)),
    )
  })
}
