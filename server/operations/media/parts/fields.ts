/** The fields of a media item and of an upload as callers write them, on both surfaces. */
import { z } from 'zod'
import { limits } from '#rules/limits.ts'
import { extensionProblem } from '#rules/media.ts'
import { charactersOf } from '#rules/text.ts'
import { MomentOrDate } from '#rules/when.ts'
import { flag, number, seenOf } from '../../ids.ts'

function text(max: number) {
  return z
    .string()
    .refine((value) => charactersOf(value) <= max, `At most ${max} characters.`)
    .meta({ maxLength: max })
}

const tag = text(limits.tag_chars).refine((value) => value.trim() !== '', 'A tag has a text.')

/** A form and a query write a list by repeating the field; one of them is a list of one. */
const tags = z
  .preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    z.array(tag).max(limits.tags_per_item, `At most ${limits.tags_per_item} tags.`),
  )
  .transform((list) => [...new Set(list)])

/** What people may say of an item, and change later. */
export const described = {
  folder: text(limits.folder_chars)
    .transform((folder) => folder.trim() || null)
    .nullable()
    .describe('Where to keep it; null for none.'),
  tags: tags.describe('Each at most 50 characters.'),
  alt_text: text(limits.alt_text_chars)
    .transform((alt) => alt || null)
    .nullable()
    .describe('For people who cannot see it, at most 500 characters; null for none.'),
}

const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'Use 64 hexadecimal digits.')
  .transform((text) => text.toLowerCase())

export const mediaFilters = {
  search: text(limits.search_chars)
    .optional()
    .describe(
      'Anywhere in the filename, the alt text or a tag; one or two letters: at the beginning of a word.',
    ),
  type: z.enum(['image', 'video', 'audio', 'document', 'captions']).optional(),
  folder: text(limits.folder_chars).optional().describe('Only this folder.'),
  tags: tags.optional().describe('Only items that have all of these.'),
}

/** Over MCP the lists of tools have no room for them. */
export const moreFilters = {
  unused: flag.optional().describe('Only what no post and no series shows.'),
  without_alt: flag.optional().describe('Only pictures without an alt text.'),
  unfit_for: z
    .string()
    .max(50)
    .optional()
    .describe(
      'Only what this platform takes in no kind of post: too large, too long, of another type or shape.',
    ),
  sha256: digest.optional().describe('Only files with just these bytes.'),
  deleted: flag.optional().describe('Only what was deleted and can be restored.'),
  from: MomentOrDate.optional().describe(
    "Came on or after: a date or an ISO 8601 time; without a zone, in the workspace's.",
  ),
  to: MomentOrDate.optional().describe(
    'Came on or before: a date (its whole day) or an ISO 8601 time.',
  ),
}

export const mediaId = number(1, Number.MAX_SAFE_INTEGER).describe('The media item.')

export const seenItem = seenOf('media item')

/** `Clip.mp4`, as it is called on its owner's machine; folders before it are left out. */
export const filename = z
  .string()
  .transform((name) => name.split(/[/\\]/).at(-1)?.trim() ?? '')
  .pipe(
    z
      .string()
      .min(1, 'Give the file a name.')
      .refine(
        (name) => charactersOf(name) <= limits.filename_chars,
        `At most ${limits.filename_chars} characters.`,
      )
      .superRefine((name, context) => {
        const message = extensionProblem(name)
        if (name && message) context.addIssue({ code: 'custom', message })
      }),
  )
  .describe('With its extension.')

/** Of a new upload; its size against the account's ceiling is the operation's to check. */
export const announced = {
  filename,
  mime_type: z
    .string()
    .regex(/^[a-z]+\/[\w.+-]{1,100}$/i, 'Use a media type such as video/mp4.')
    .transform((type) => type.toLowerCase())
    .describe('Such as video/mp4.'),
  size_bytes: number(1, Number.MAX_SAFE_INTEGER).describe('Exactly.'),
  sha256: digest.describe('Of the whole file, in hex; completing verifies it.'),
}

export const uploadId = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'Use the upload_id of the session.')
  .transform((id) => id.toLowerCase())
  .describe('The upload session.')
