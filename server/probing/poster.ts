/** One frame of a video, by an ffmpeg of the machine's own. It is the only use of ffmpeg, and nothing depends on it. */
import { execFile } from 'node:child_process'
import { limited } from './launch.ts'

const LIMIT_MS = 15_000
const BYTES_LIMIT = 4 * 1024 * 1024
/** The first frame is often black. */
const AT_SECONDS = 1
/** Playlists in disguise would otherwise make it open other files and addresses. */
const GUARD = [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  'mov,matroska,webm',
  '-threads',
  '1',
]
const SCALE = "scale='min(400,iw)':'min(400,ih)':force_original_aspect_ratio=decrease"

/** A JPEG at most 400 pixels on either side; undefined where there is no ffmpeg, it could not, or the caller left. */
export function posterOf(
  ffmpeg: string,
  path: string,
  duration_seconds: number | null,
  caller?: AbortSignal,
): Promise<Uint8Array | undefined> {
  const at = Math.min(AT_SECONDS, (duration_seconds ?? 0) / 2)
  const input = ['-ss', at.toFixed(3), '-i', `file:${path}`, '-frames:v', '1', '-an', '-sn', '-dn']
  const output = ['-f', 'image2pipe', '-c:v', 'mjpeg', '-q:v', '4', '-fs', String(BYTES_LIMIT), '-']
  const asked = ['-nostdin', '-v', 'error', ...GUARD, ...input, '-vf', SCALE, ...output]
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
