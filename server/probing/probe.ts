/**
 * What a file is, decided by its content. All reading of foreign bytes happens in child processes with limits, so that
 * a hostile file can neither hold up the service nor take its memory; see docs/decisions/0019-probing-in-children.md.
 */
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { launch, type Rank } from './launch.ts'
import { type Asker, left, line, type Place } from './line.ts'
import { type TaskEnd, pool } from './pool.ts'
import { frameAt, posterOf } from './poster.ts'
import type { Declared, Probed, ProbeRefusal } from './probed.ts'
import {
  Answer,
  type Made,
  type Picture,
  type Reshaping,
  type Span,
  type Task,
  type Wish,
} from './tasks.ts'

export type { Asker, Place, Declared, Made, Picture, Probed, ProbeRefusal, Wish }

/** What is made out of a file: of a picture, of a video, or one frame of a video. */
export type Making = { reshaping: Reshaping } | { span: Span } | { frame_at: number }

export interface Probing extends AsyncDisposable {
  /**
   * The right to have one file worked on, until it is disposed of: workspaces take turns.
   * @throws {Problem} `unavailable` when too many wait, `bad_request` when the caller left
   */
  enter: (asker: Asker) => Promise<Place>
  /**
   * `path` is a local file, complete; `declared` is what the caller said of it.
   * @throws when the file cannot be opened, the caller left, or probing has stopped; never for what is in the file
   */
  probe: (
    path: string,
    declared: Declared,
    caller?: Caller,
  ) => Promise<Probed | { refused: ProbeRefusal }>
  /** A preview of at most 400 pixels a side, WebP of images and JPEG of videos; undefined where none can be made. */
  thumbnail: (path: string, probed: Probed, caller?: Caller) => Promise<Uint8Array | undefined>
  /** The first frame of an image in another format, and no larger than wished; refused when it is none. The file itself stays as it is. */
  convert: (path: string, wish: Wish) => Promise<Picture | { refused: ProbeRefusal }>
  /** Another file out of this one, which stays as it is. A frame is refused where there is no ffmpeg. */
  make: (path: string, making: Making, caller?: Caller) => Promise<Made | { refused: ProbeRefusal }>
}

/** For whom a file is looked at. */
export interface Caller {
  /** Aborts when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined
  /** As the place says. */
  in_crowd?: boolean
}

export interface ProbingOptions {
  /** How many files are worked on at once; one workspace never has all places. */
  children?: number
  /** How many may wait for a place, of one workspace and of all together. */
  waiting?: { each: number; all: number }
  /** Begins when a child takes a file, and aborts when its time is up. */
  limit?: () => AbortSignal
  /** The program to take posters with; any that is not there is as good as none. */
  ffmpeg?: string
  launch?: (rank: Rank) => ChildProcess
}

/** The slowest good file took a quarter of a second; this leaves room for a machine that is busy or old. */
const LIMIT_MS = 20_000
const IDLE_MS = 60_000

/** Starts nothing: the first file starts the first child. Functions may be taken off the object. */
export function probing({
  children = 3,
  waiting = { each: Infinity, all: Infinity },
  limit = () => AbortSignal.timeout(LIMIT_MS),
  ffmpeg = 'ffmpeg',
  launch: start = (rank) => launch(join(import.meta.dirname, 'child.ts'), rank),
}: ProbingOptions = {}): Probing {
  const ranked = (rank: Rank) =>
    pool({ launch: () => start(rank), size: children, limit, idle_ms: IDLE_MS })
  const workers = { single: ranked('single'), crowd: ranked('crowd') }
  const ask = async (task: Task, { signal, in_crowd }: Caller = {}) =>
    answerOf(await workers[in_crowd ? 'crowd' : 'single'].run(task, signal))
  const turns = line({ places: children, waiting_each: waiting.each, waiting: waiting.all })

  return {
    enter: (...asked) => turns.enter(...asked),

    async probe(path, { filename, mime_type }, caller) {
      // Only what a child may know: whatever else callers carry along cannot be sent to it.
      const answer = await ask({ name: 'probe', path, declared: { filename, mime_type } }, caller)
      if ('refused' in answer) return answer
      if ('probed' in answer) return answer.probed
      throw unexpected()
    },

    async thumbnail(path, { kind, duration_seconds }, caller) {
      if (kind === 'video') return posterOf(ffmpeg, path, duration_seconds, caller?.signal)
      if (kind !== 'image') return undefined
      const answer = await ask({ name: 'thumbnail', path }, caller)
      return 'picture' in answer ? answer.picture.bytes : undefined
    },

    async convert(path, wish) {
      const answer = await ask({ name: 'convert', path, wish })
      if ('refused' in answer) return answer
      if ('picture' in answer) return answer.picture
      throw unexpected()
    },

    async make(path, making, caller) {
      if ('frame_at' in making) {
        const bytes = await frameAt(ffmpeg, path, making.frame_at, caller?.signal)
        return bytes ? { bytes, extension: 'jpg' } : { refused: frameless }
      }
      const task: Task =
        'span' in making
          ? { name: 'trim', path, span: making.span }
          : { name: 'reshape', path, reshaping: making.reshaping }
      const answer = await ask(task, caller)
      if ('refused' in answer) return answer
      if ('made' in answer) return answer.made
      throw unexpected()
    },

    async [Symbol.asyncDispose]() {
      await Promise.all(Object.values(workers).map((each) => each[Symbol.asyncDispose]()))
    },
  }
}

function answerOf(outcome: TaskEnd) {
  if ('lost' in outcome) {
    if (outcome.lost === 'left') throw left()
    return { refused: refusals[outcome.lost] }
  }
  const answer = Answer.parse(outcome.answer)
  if ('failed' in answer) throw new Error(`A file could not be probed: ${answer.failed}`)
  return answer
}

const refusals = {
  time: { code: 'damaged', message: 'The file could not be read in reasonable time.' },
  death: { code: 'too_large', message: 'The file needs too much memory to be read.' },
} as const satisfies Record<string, ProbeRefusal>

const frameless: ProbeRefusal = {
  code: 'unsupported_type',
  message:
    'No picture could be taken out of this video here: that needs ffmpeg on the machine of the service. Add a picture of your own.',
}

function unexpected() {
  return new Error('A probing child answered something else than it was asked.')
}
