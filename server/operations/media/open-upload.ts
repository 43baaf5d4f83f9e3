import { z } from 'zod'
import { announced, described } from './parts/fields.ts'
import { operation } from '#operations/operation.ts'
import { openSession } from './parts/sessions.ts'
import { UploadSession } from '#rules/upload.ts'

export const openUpload = operation({
  name: 'open_upload',
  summary:
    'Open a resumable upload for a large file. Send its bytes in chunks of chunk_size, one after the other, then complete it.',
  effect: 'writes',
  ability: 'media:write',
  actions: ['draft'],
  idempotent: false,
  input: z.strictObject({
    ...announced,
    sha256: announced.sha256.optional(),
    folder: described.folder.optional(),
    tags: described.tags.optional(),
    alt_text: described.alt_text.optional(),
  }),
  output: UploadSession,
  refuses: ['invalid', 'too_many_uploads', 'plan_limit_reached'],
  rest: { method: 'POST', path: '/api/media/uploads', status: 201 },
  mcp: { absent: 'upload_media with source local does this on MCP.' },

  run: (input, context) => openSession(input, context),
})
