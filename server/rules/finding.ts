/** What is wrong with one field of a post, as data: what was measured, what is allowed, and changes that mend it. */
import { z } from 'zod'
import type { Said } from '#platforms/kit/checks.ts'

export const FindingCode = z.enum([
  'account_not_found',
  'media_not_found',
  'text_too_long',
  'text_required',
  'media_required',
  'media_type',
  'media_too_large',
  'media_measures',
  'alt_text_too_long',
  'too_many_media',
  'mixed_media',
  'media',
  'no_threads',
  'thread',
  'option',
])
export type FindingCode = z.infer<typeof FindingCode>

export const Fix = z.object({
  action: z.enum(['shorten', 'split', 'join', 'remove_media', 'remove_account', 'remove_option']),
  patch: z
    .record(z.string(), z.unknown())
    .describe('A JSON merge patch (RFC 7396) of the post as it was sent.'),
})
export type Fix = z.infer<typeof Fix>

export const CheckName = z
  .string()
  .describe('Which sentence `message` is: for whoever says it in another language.')
export const Values = z
  .record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]))
  .describe('What stands in it.')

export const Finding = z.object({
  field: z.string(),
  message: z.string().describe('As it stands in `errors`; of a draft, in `warnings`.'),
  code: FindingCode,
  check: CheckName.optional(),
  values: Values.optional(),
  account_id: z.int().optional(),
  platform: z.string().optional(),
  media_ids: z.array(z.int()).optional(),
  measured: z.number().optional(),
  limit: z.number().optional(),
  unit: z.string().optional(),
  fixes: z.array(Fix).describe('Each of them mends it.'),
})
export type Finding = z.infer<typeof Finding>

/** What is worth a look and stops nothing. */
export const Remark = z.object({
  message: z.string().describe('As it stands in `warnings`.'),
  check: CheckName,
  values: Values,
})
export type Remark = z.infer<typeof Remark>

/** What whoever finds it knows. */
export type Detail = Pick<Finding, 'code' | 'media_ids' | 'measured' | 'limit' | 'unit'>

/** A sentence of a check; of what a platform's options say of themselves the words alone may be known. */
export type Telling = Pick<Said, 'text'> & Partial<Said>

/** Found, with its place; how it is mended is worked out when it is told. */
export type Found = Omit<Finding, 'fixes'> & { mend?: () => Fix[] }

/** Those that are among the errors told. */
export function findingsAmong(
  found: readonly Found[],
  errors: Readonly<Record<string, readonly string[]>>,
) {
  return found
    .filter(
      ({ field, message }) => Object.hasOwn(errors, field) && errors[field]?.includes(message),
    )
    .map(({ mend, ...finding }): Finding => ({ ...finding, fixes: mend?.() ?? [] }))
}
