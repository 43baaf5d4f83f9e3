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

export const Task = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('probe'), path: z.string(), declared: Declared }),
  z.strictObject({ name: z.literal('thumbnail'), path: z.string() }),
  z.strictObject({ name: z.literal('convert'), path: z.string(), wish: Wish }),
])
export type Task = z.infer<typeof Task>

export const Picture = z.strictObject({
  bytes: z.instanceof(Uint8Array),
  width: z.int().positive(),
  height: z.int().positive(),
})
export type Picture = z.infer<typeof Picture>

export const Answer = z.union([
  z.strictObject({ probed: Probed }),
  z.strictObject({ picture: Picture }),
  z.strictObject({ refused: ProbeRefusal }),
  /** Not the file's fault: it is not there, or may not be read. */
  z.strictObject({ failed: z.string() }),
])
export type Answer = z.infer<typeof Answer>

/** What a child says once, when it can take work. */
export const READY = 'ready'
