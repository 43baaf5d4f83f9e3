/** What lexicons are made of: string formats, limited texts, blobs, references (atproto.com/specs/lexicon). */
import { z } from 'zod'
import { isCid } from './cid.ts'
import { graphemes, utf8Bytes } from './text.ts'

const didPattern = /^did:[a-z]+:[a-zA-Z0-9._:%-]*[a-zA-Z0-9._-]$/
const atUriPattern = /^at:\/\/[^/\s]+\/[a-zA-Z0-9.-]+\/[a-zA-Z0-9._:~-]{1,512}$/

export const did = formatted('DID', (text) => didPattern.test(text))
export const atUri = formatted('at-uri', (text) => atUriPattern.test(text))
export const cid = formatted('CID string', isCid)
export const uri = formatted('uri', (text) => /^[a-z][a-z0-9.+-]*:\S+$/i.test(text))
/** In whatever case, and well formed: `xx-a` begins an extension that is not there (`isValidLanguage` of @atproto/syntax says the same). */
export const language = formatted(
  'language',
  (text) =>
    /^([a-z]{2,3}|i)(-[a-z0-9]{1,8})*$/i.test(text) && !/-[a-z0-9](-[a-z0-9]$|$)/i.test(text),
)
/** RFC 3339 with a time zone; "-00:00" is not allowed (atproto.com/specs/lexicon, "datetime"). */
export const datetime = formatted(
  'datetime',
  (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
    !text.endsWith('-00:00') &&
    !Number.isNaN(Date.parse(text)),
)

export const strongRef = z.looseObject({ uri: atUri, cid })

/** "string too big" counts bytes of UTF-8, "grapheme too big" what a reader sees as characters. */
export function limited(maximumBytes: number, maximumGraphemes: number) {
  return z.string().superRefine((text, context) => {
    const bytes = utf8Bytes(text)
    if (bytes > maximumBytes) {
      context.addIssue(`string too big (maximum ${maximumBytes}, got ${bytes})`)
      return
    }
    const seen = graphemes(text)
    if (seen > maximumGraphemes)
      context.addIssue(`grapheme too big (maximum ${maximumGraphemes}, got ${seen})`)
  })
}

export function blob(accept: string, maximum: number) {
  const schema = z.looseObject({
    $type: z.literal('blob'),
    ref: z.looseObject({ $link: cid }),
    mimeType: z.string(),
    size: z.int().min(0),
  })
  return schema.superRefine(({ mimeType, size }, context) => {
    if (size > maximum) context.addIssue(`blob too big (maximum ${maximum}, got ${size})`)
    const fits = accept.endsWith('/*')
      ? mimeType.startsWith(accept.slice(0, -1))
      : mimeType === accept
    if (!fits) context.addIssue(`Expected "${accept}" (got "${mimeType}")`)
  })
}

function formatted(name: string, fits: (text: string) => boolean) {
  return z
    .string()
    .refine(fits, { error: ({ input }) => `Invalid ${name} (got ${JSON.stringify(input)})` })
}
