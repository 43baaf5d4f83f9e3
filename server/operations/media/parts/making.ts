/** What may be made out of a file, held against what the file is. */
import { z } from 'zod'
import type { Making } from '#intake/intake.ts'
import { limits } from '#rules/limits.ts'
import { charactersOf } from '#rules/text.ts'
import { collector, invalid } from '#rules/problem.ts'
import type { Item } from '#store/media.ts'
import { number } from '../../ids.ts'

/** Pixels; no file that is taken has more on a side. */
const SIDE = 65_535
/** Seconds. */
const LONGEST = 1_000_000

const seconds = z.number().min(0, 'Not before the beginning: 0 or more seconds.').max(LONGEST)

export const wishes = {
  rotate: z
    .literal([90, 180, 270], { error: 'Use 90, 180 or 270: degrees, clockwise.' })
    .optional()
    .describe('Of a picture: degrees, clockwise; before it is cropped.'),
  crop: z
    .strictObject({
      x: number(0, SIDE),
      y: number(0, SIDE),
      width: number(1, SIDE),
      height: number(1, SIDE),
    })
    .optional()
    .describe(
      'Of a picture: what stays, in pixels from its top left corner, as it is seen after it was turned.',
    ),
  format: z
    .enum(['jpeg', 'png', 'webp'])
    .optional()
    .describe('Of a picture. Left out: that of the original, and PNG for a GIF.'),
  trim: z
    .strictObject({ from: seconds, to: seconds })
    .optional()
    .describe(
      'Of a video: seconds. Nothing is recoded, so that it begins at the last key frame before from.',
    ),
  poster_at: seconds
    .optional()
    .describe('Of a video: the frame at this second, as a JPEG. Needs ffmpeg at the service.'),
}

type Wishes = { [name in keyof typeof wishes]?: z.output<(typeof wishes)[name]> }
type Wish = keyof typeof wishes

const ofPictures = ['rotate', 'crop', 'format'] as const
const ofVideos = ['trim', 'poster_at'] as const

type Subject = Pick<
  Item,
  'original_name' | 'mime_type' | 'width' | 'height' | 'duration' | 'animated'
>

/** @throws {Problem} `invalid`, with each wish that this file cannot fulfil */
export function makingOf(item: Subject, asked: Wishes) {
  const { errors, add } = collector()
  const isVideo = item.mime_type.startsWith('video/')
  const able: readonly Wish[] = isVideo ? ofVideos : ofPictures
  const named = [...ofPictures, ...ofVideos].filter((wish) => asked[wish] !== undefined)
  const { trim, poster_at, crop } = asked

  if (!isVideo && !item.mime_type.startsWith('image/')) {
    add('id', `${item.original_name} is neither a picture nor a video: nothing is made out of it.`)
  } else if (!named.length) {
    add('id', `Say what to make: ${able.join(', ')}.`)
  }
  if (item.animated) {
    add('id', `${item.original_name} moves: only its first frame would be left. Use a still one.`)
  }
  for (const wish of named) {
    if (!able.includes(wish)) add(wish, `This goes with ${isVideo ? 'pictures' : 'videos'} only.`)
  }
  if (trim && poster_at !== undefined) add('poster_at', 'Cut and take a frame in two calls.')
  if (crop && !isVideo) checkCrop(item, crop, asked.rotate, add)
  if (trim && isVideo) checkTrim(item, trim, add)
  if (poster_at !== undefined && isVideo && poster_at >= (item.duration ?? Infinity)) {
    add('poster_at', `The video is ${item.duration} seconds long: take an earlier one.`)
  }
  const problem = invalid(errors)
  if (problem) throw problem
  return madeOf(asked)
}

interface Plan {
  making: Making
  /** That a refusal of the file is told of. */
  field: Wish | 'id'
  /** Behind the name of the original. */
  what: string
}

function madeOf({ trim, poster_at, rotate, crop, format }: Wishes): Plan {
  if (trim) return { making: { span: trim }, field: 'trim', what: 'piece' }
  if (poster_at !== undefined)
    return { making: { frame_at: poster_at }, field: 'poster_at', what: 'frame' }
  const reshaping = {
    ...(rotate !== undefined && { rotate }),
    ...(crop && { crop }),
    ...(format && { format }),
  }
  const what = crop ? 'cropped' : rotate === undefined ? 'copy' : 'turned'
  return { making: { reshaping }, field: 'id', what }
}

type Add = ReturnType<typeof collector>['add']

function checkCrop(
  { width, height }: Subject,
  crop: NonNullable<Wishes['crop']>,
  rotate: Wishes['rotate'],
  add: Add,
) {
  const isTurned = rotate === 90 || rotate === 270
  const [wide = Infinity, high = Infinity] = isTurned
    ? [height ?? undefined, width ?? undefined]
    : [width ?? undefined, height ?? undefined]
  const size = `${wide} × ${high} pixels${rotate ? ' when it is turned' : ''}`
  if (crop.x + crop.width > wide) {
    add('crop.width', `The picture has ${size}: x and width together may be at most ${wide}.`)
  }
  if (crop.y + crop.height > high) {
    add('crop.height', `The picture has ${size}: y and height together may be at most ${high}.`)
  }
}

function checkTrim({ duration }: Subject, { from, to }: NonNullable<Wishes['trim']>, add: Add) {
  if (to <= from) add('trim.to', 'The end comes behind the beginning.')
  if (from >= (duration ?? Infinity)) {
    add('trim.from', `The video is ${duration} seconds long: begin earlier.`)
  }
}

/** `sunset-cropped`, of `sunset.jpg`; as long as names may be with any extension. */
export function stemOf(name: string, what: string) {
  const stem = name.replace(/\.[^.]*$/, '') || 'file'
  const room = limits.filename_chars - what.length - '-.jpeg'.length
  const short = charactersOf(stem) > room ? Array.from(stem).slice(0, room).join('') : stem
  return `${short}-${what}`
}
