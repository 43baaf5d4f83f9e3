import { z } from 'zod'
import type { Manifest } from '#platforms/platform.ts'

const MediaRule = z.object({
  types: z.array(z.string()),
  max: z.int(),
  max_bytes: z.int(),
  min_bytes: z.int().optional(),
  min_duration: z.number().optional(),
  max_duration: z.number().optional(),
  ratio: z
    .object({ min: z.string(), max: z.string() })
    .optional()
    .describe('Width to height. Files beyond it are refused, never cropped.'),
  best_ratio: z.string().optional(),
  min_width: z.int().optional(),
  min_height: z.int().optional(),
  max_width: z.int().optional(),
  max_height: z.int().optional(),
  max_pixels: z.int().optional(),
  max_short_side: z.int().optional().describe('Larger images are made smaller.'),
})

/** What is taken of files, as fields of whatever takes them. */
export const MediaRules = {
  media: z.record(z.string(), MediaRule),
  mixed_media: z.boolean(),
  mixed_max: z.int().optional().describe('How many files of different kinds together.'),
  first_comment: z.boolean(),
}

export function mediaOf({
  media: { mixed, ...families },
  first_comment,
}: Pick<Manifest, 'media' | 'first_comment'>) {
  return {
    media: Object.fromEntries(
      Object.entries(families).map(([name, rule]) => [name, { ...rule, types: [...rule.types] }]),
    ),
    mixed_media: mixed !== undefined,
    ...(mixed && { mixed_max: mixed.max }),
    first_comment,
  }
}
