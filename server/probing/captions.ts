/** Captions, SubRip and WebVTT: whether every cue can be shown, told by its line where it cannot. */
import { type Format, plain } from './formats.ts'
import { type Probed, Refused } from './probed.ts'
import type { Window } from './window.ts'

export type CaptionFormat = Extract<Format, 'srt' | 'vtt'>

/** A feature film has about 150 KB of them. */
const MOST_BYTES = 2 * 1024 * 1024

export function isCaptionFormat(format: Format): format is CaptionFormat {
  return format === 'srt' || format === 'vtt'
}

/** @throws {Refused} `damaged`, `too_large` */
export async function probeCaptions(format: CaptionFormat, window: Window): Promise<Probed> {
  if (window.size > MOST_BYTES)
    throw new Refused('too_large', 'Captions have at most 2 MB; this file has more.')
  const bytes = await window.bytes(0, window.size)
  checkCues(textOf(bytes), format)
  return plain('captions', `text/${format}`)
}

function textOf(bytes: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new Refused('damaged', 'The captions are not UTF-8. Save them with this encoding.')
  }
}

const TIME = {
  srt: /^(\d{1,3}):([0-5]\d):([0-5]\d)[,.](\d{1,3})$/,
  vtt: /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/,
}
const LIKE = { srt: '00:01:02,500 --> 00:01:05,000', vtt: '00:01:02.500 --> 00:01:05.000' }

/**
 * Every block is a cue: at most one line that names it, its times, its words. In WebVTT a heading stands before, and notes and
 * styles between.
 *
 * @throws {Refused} naming the line, counted from 1
 */
export function checkCues(text: string, format: CaptionFormat) {
  const lines = text.split(/\r\n|\r|\n/)
  if (format === 'vtt' && !/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? ''))
    throw damaged(1, 'WebVTT begins with the word WEBVTT')
  let cues = 0
  for (const { first, block } of blocksOf(lines)) {
    if (
      format === 'vtt' &&
      (first === 1 || /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(block[0] ?? ''))
    )
      continue
    const at = block[0]?.includes('-->') ? 0 : 1
    const times = block[at]
    if (times === undefined || !times.includes('-->'))
      throw damaged(
        first + Math.min(at, block.length - 1),
        `a cue needs its times, like ${LIKE[format]}`,
      )
    checkTimes(times, format, first + at)
    if (block.length === at + 1) throw damaged(first + at, 'this cue has no words')
    cues += 1
  }
  if (!cues) throw new Refused('damaged', 'The captions have no cues.')
}

function checkTimes(line: string, format: CaptionFormat, number: number) {
  const [from = '', behind = ''] = line.split('-->').map((part) => part.trim())
  // Behind the second time stands where the cue is shown.
  const [until = ''] = behind.split(/[ \t]/)
  const [start, end] = [secondsOf(from, format), secondsOf(until, format)]
  if (start === undefined || end === undefined)
    throw damaged(number, `these are no times; they are written like ${LIKE[format]}`)
  if (end <= start) throw damaged(number, 'this cue ends before it begins')
}

function secondsOf(time: string, format: CaptionFormat) {
  const [, hours = '0', minutes, seconds, fraction = ''] = TIME[format].exec(time) ?? []
  if (minutes === undefined) return undefined
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(`${seconds}.${fraction}`)
}

/** What stands between empty lines, with the number of its first line. */
function blocksOf(lines: readonly string[]) {
  const blocks: { first: number; block: string[] }[] = []
  let open: string[] | undefined
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') open = undefined
    else if (open) open.push(line)
    else blocks.push({ first: index + 1, block: (open = [line]) })
  }
  return blocks
}

function damaged(line: number, what: string) {
  return new Refused('damaged', `The captions cannot be read at line ${line}: ${what}.`)
}
