import { z } from 'zod'
import { takeArrived, storeFrom, storeInline, storeSent } from './parts/arrivals.ts'
import { complete, prepareCompletion } from './parts/completing.ts'
import { announced, described, filename, uploadId } from './parts/fields.ts'
import { operation } from '#operations/operation.ts'
import { cancelSession, openSession, requireUpload, sessionOf } from './parts/sessions.ts'
import { limits } from '#rules/limits.ts'
import { Media } from '#rules/media.ts'
import { collector, invalid } from '#rules/problem.ts'
import { UploadSession } from '#rules/upload.ts'

const sources = ['url', 'inline', 'local', 'status', 'complete', 'cancel'] as const

const url = z
  .url({ protocol: /^https?$/, error: 'Use an https address.' })
  .max(limits.url_chars, `At most ${limits.url_chars} characters.`)
  .describe('A public https address of the file itself.')

const about = {
  folder: described.folder.optional(),
  tags: described.tags.optional(),
  alt_text: described.alt_text.optional(),
}

const ToolInput = z.strictObject({
  source: z
    .enum(sources)
    .optional()
    .describe(
      'url (default): take the file from a public address. inline: its bytes are in `data`, up to 3 MB. local: open a session for a larger file; PATCH its chunks to upload_url?offset=…, which needs no credential. status, complete, cancel: of that session.',
    ),
  url: url.optional(),
  data: z.string().optional().describe('For inline: the file in base64.'),
  upload_id: uploadId.optional().describe('For status, complete and cancel.'),
  filename: filename.optional().describe('With its extension. Required for inline and local.'),
  mime_type: announced.mime_type.optional().describe('Required for local.'),
  size_bytes: announced.size_bytes.optional().describe('Required for local: exactly.'),
  sha256: announced.sha256.optional().describe('For local: completing verifies it.'),
  ...about,
})

/** A form with a file, or JSON with the address of one. */
const RestInput = z
  .strictObject({
    /** The digest of a form's file stands for its bytes, so that an idempotency key can tell two of them apart. */
    file: z.string().optional(),
    url: url.optional(),
    filename: filename.optional(),
    ...about,
  })
  .transform(({ file, ...rest }) => ({
    ...rest,
    source: file === undefined ? ('url' as const) : ('file' as const),
  }))

const Input = ToolInput.extend({ source: z.enum([...sources, 'file']).optional() })
type Input = z.output<typeof Input>

export const uploadMedia = operation({
  name: 'upload_media',
  summary:
    'Add a file to the media library: from a public address (source url), inside of the call (inline), or in chunks (local opens an upload session for its bytes). Answers the media item, or the session.',
  effect: 'writes',
  ability: 'media:write',
  actions: ['draft'],
  idempotent: false,
  input: Input,
  output: Media.partial()
    .extend(UploadSession.partial().shape)
    .extend({
      cancelled: z.literal(true).optional().describe('The session is given up.'),
    }),
  refuses: [
    'invalid',
    'upload_not_found',
    'upload_busy',
    'too_many_uploads',
    'media_not_found',
    'plan_limit_reached',
    'unavailable',
  ],
  rest: { method: 'POST', path: '/api/media', status: 201, takes: 'form', accepts: RestInput },
  mcp: { title: 'Upload media', accepts: ToolInput, open: true },

  async prepare(input, context) {
    const { source = 'url' } = input
    requireFields(input)
    if (source === 'file') return storeSent(context)
    if (source === 'url') return storeFrom(input.url ?? '', input.filename, context)
    if (source === 'inline') return storeInline(input, context)
    if (source === 'complete') return prepareCompletion(input.upload_id ?? '', context)
    return undefined
  },

  async run(input, context) {
    const { source = 'url', upload_id = '', filename: name = '', mime_type = '', ...rest } = input
    switch (source) {
      case 'file':
      case 'url':
      case 'inline':
        return takeArrived(context.arrived, input, context)
      case 'local': {
        const { size_bytes = 0, ...others } = rest
        return openSession({ ...others, filename: name, mime_type, size_bytes }, context)
      }
      case 'status':
        return sessionOf(await requireUpload(upload_id, context), context)
      case 'complete':
        return complete(upload_id, context.arrived, context)
      case 'cancel':
        return cancelSession(upload_id, context)
    }
  },
})

const needs: Record<NonNullable<Input['source']>, readonly (keyof Input)[]> = {
  file: [],
  url: ['url'],
  inline: ['data', 'filename'],
  local: ['filename', 'mime_type', 'size_bytes'],
  status: ['upload_id'],
  complete: ['upload_id'],
  cancel: ['upload_id'],
}

const fits: Record<NonNullable<Input['source']>, readonly (keyof Input)[]> = {
  file: ['folder', 'tags', 'alt_text'],
  url: ['url', 'filename', 'folder', 'tags', 'alt_text'],
  inline: ['data', 'filename', 'mime_type', 'folder', 'tags', 'alt_text'],
  local: ['filename', 'mime_type', 'size_bytes', 'sha256', 'folder', 'tags', 'alt_text'],
  status: ['upload_id'],
  complete: ['upload_id'],
  cancel: ['upload_id'],
}

function requireFields(input: Input) {
  const { source = 'url', ...given } = input
  const { errors, add } = collector()
  for (const field of needs[source]) {
    if (input[field] === undefined) add(field, 'This field is required.')
  }
  for (const field of Object.keys(given)) {
    const known = fits[source].some((each) => each === field)
    if (!known) add(field, `This does not go with source ${source}.`)
  }
  const problem = invalid(errors)
  if (problem) throw problem
}
