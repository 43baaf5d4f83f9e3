/** Text attachments and spoilers (documentation/threads/create-posts/text-attachments and /spoilers, both 2026-07-02). */
import { z } from 'zod'
import { invalid } from './refusal.ts'

const whole = z.int().min(0)
const STYLES = ['bold', 'italic', 'highlight', 'underline', 'strikethrough'] as const

const Attachment = z.strictObject({
  plaintext: z.string().min(1).max(10_000),
  link_attachment_url: z.url().optional(),
  text_with_styling_info: z
    .array(
      z.strictObject({
        offset: whole,
        length: whole.min(1),
        styling_info: z.array(z.enum(STYLES)),
      }),
    )
    .optional(),
})

const Entities = z
  .array(
    z.strictObject({
      entity_type: z.enum(['SPOILER', 'spoiler']),
      offset: whole,
      length: whole.min(1),
    }),
  )
  .max(10)

export function checkAttachment(given: Record<string, string>) {
  const { text_attachment: text, link_attachment } = given
  if (text === undefined) return
  if (!read(Attachment, text))
    throw invalid('Param text_attachment must have a plaintext of at most 10000 characters')
  if (link_attachment !== undefined && attachedLink(given) !== undefined)
    throw invalid('Params link_attachment and link_attachment_url can not be combined')
}

/** "Media spoilers only work with a media_type of IMAGE, VIDEO, or CAROUSEL." */
export function checkSpoilers(given: Record<string, string>, media_type: string) {
  const { is_spoiler_media, text_entities, text = '' } = given
  if (is_spoiler_media !== undefined && !/^(true|false)$/.test(is_spoiler_media))
    throw invalid('Param is_spoiler_media must be a boolean')
  if (is_spoiler_media === 'true' && media_type === 'TEXT')
    throw invalid('Param is_spoiler_media is for IMAGE, VIDEO and CAROUSEL only')
  if (text_entities === undefined) return
  const entities = read(Entities, text_entities)
  if (!entities) throw invalid('Param text_entities must be at most 10 spoilers')
  // In bytes, which is the most that anybody counts.
  const end = Buffer.byteLength(text)
  if (entities.some(({ offset, length }) => offset + length > end))
    throw invalid('Param text_entities is outside of the text')
  // Of the styles of a long text it is said that they "should not overlap"; of spoilers nothing is.
  const sorted = entities.toSorted((a, b) => a.offset - b.offset)
  if (sorted.some(({ offset }, index) => offset < endOf(sorted[index - 1])))
    throw invalid('Param text_entities must not overlap')
}

function endOf(entity: { offset: number; length: number } | undefined) {
  return entity ? entity.offset + entity.length : 0
}

/** A link of its own counts among the five, unless the text has it too. */
export function attachedLink({ text_attachment }: Record<string, string>) {
  return text_attachment === undefined
    ? undefined
    : read(Attachment, text_attachment)?.link_attachment_url
}

/** As a post shows what it was made with. */
export function shownExtras(extra: Record<string, string>) {
  const { text_attachment, text_entities, is_spoiler_media } = extra
  return {
    text_attachment: text_attachment === undefined ? undefined : read(Attachment, text_attachment),
    text_entities: text_entities === undefined ? undefined : read(Entities, text_entities),
    is_spoiler_media: is_spoiler_media === undefined ? undefined : is_spoiler_media === 'true',
  }
}

function read<Schema extends z.ZodType>(schema: Schema, text: string) {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
