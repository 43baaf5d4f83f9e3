/** What the service asks a child, and what the child answers. */
import { z } from 'zod'
import { Declared, Probed, ProbeRefusal } from './probed.ts'

/** What a platform wants an image to be. It is only ever made smaller. */
export const Wish = z.strictObject({
  mime_type: z.literal('image/jpeg'),
  max_bytes: z.int().positive().optional(),
  /** Pixels. */
  max_width: z.int().positive().optional(),
  max_height: z.int().positive().optional(),
  max_short_side: z.int().positive().optional(),
})
export type Wish = z.infer<typeof Wish>

/** What is made out of a picture: turned clockwise first, and cut as it is seen then. */
export const Reshaping = z.strictObject({
  rotate: z.literal([90, 180, 270]).optional(),
  /** Pixels. */
  crop: z
    .strictObject({
      x: z.int().min(0),
      y: z.int().min(0),
      width: z.int().min(1),
      height: z.int().min(1),
    })
    .optional(),
  format: z.enum(['jpeg', 'png', 'webp']).optional(),
})
export type Reshaping = z.infer<typeof Reshaping>

/** Seconds of a film. */
export const Span = z.strictObject({ from: z.number().min(0), to: z.number().positive() })
export type Span = z.infer<typeof Span>

export const Task = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('probe'), path: z.string(), declared: Declared }),
  z.strictObject({ name: z.literal('thumbnail'), path: z.string() }),
  z.strictObject({ name: z.literal('convert'), path: z.string(), wish: Wish }),
  z.strictObject({ name: z.literal('reshape'), path: z.string(), reshaping: Reshaping }),
  z.strictObject({ name: z.literal('trim'), path: z.string(), span: Span }),
])
export type Task = z.infer<typeof Task>

export const Picture = z.strictObject({
  bytes: z.instanceof(Uint8Array),
  width: z.int().positive(),
  height: z.int().positive(),
})
export type Picture = z.infer<typeof Picture>

/** A file that was made out of another one. */
export const Made = z.strictObject({
  bytes: z.instanceof(Uint8Array),
  extension: z.enum(['jpg', 'png', 'webp', 'mp4', 'mov', 'webm']),
})
export type Made = z.infer<typeof Made>

export const Answer = z.union([
  z.strictObject({ probed: Probed }),
  z.strictObject({ picture: Picture }),
  z.strictObject({ made: Made }),
  z.strictObject({ refused: ProbeRefusal }),
  /** Not the file's fault: it is not there, or may not be read. */
  z.strictObject({ failed: z.string() }),
])
export type Answer = z.infer<typeof Answer>

/** What a child says once, when it can take work. */
export const READY = 'ready'
