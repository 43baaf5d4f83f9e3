/** What a pin may be besides its text and its files. */
import { codePoints } from '@crier/sdk/measure'
import { z } from 'zod'

export const Options = z.strictObject({
  board_id: z
    .string()
    .regex(/^\d+$/, 'The number of a board, as text.')
    .optional()
    .describe('The board to pin to. Absent: the first one of the account.'),
  board: z
    .string()
    .trim()
    .min(1)
    .max(180)
    .optional()
    .describe('Instead of board_id: the board by its name, in whatever case.'),
  board_section_id: z
    .string()
    .regex(/^\d+$/, 'The number of a section, as text.')
    .optional()
    .describe('The section of the board to pin to. Absent: none.'),
  section: z
    .string()
    .trim()
    .min(1)
    .max(180)
    .optional()
    .describe('Instead of board_section_id: the section by its name.'),
  title: z
    .string()
    .trim()
    .min(1)
    .refine((title) => codePoints(title) <= 100, 'At most 100 characters.')
    .optional()
    .describe('Title of the pin, up to 100 characters. Absent: none.'),
  link: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional()
    .describe('Where the pin leads to.'),
  // "cover_image_key_frame_time": an integer (description v5.23.0).
  cover_second: z
    .int()
    .min(0)
    .optional()
    .describe(
      'Videos: the second whose picture is the cover, unless a picture comes with the video. Absent: the beginning.',
    ),
})
