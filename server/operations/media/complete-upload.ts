import { z } from 'zod'
import { complete, prepareCompletion } from './parts/completing.ts'
import { uploadId } from './parts/fields.ts'
import { operation } from '#operations/operation.ts'
import { Media } from '#rules/media.ts'

export const completeUpload = operation({
  name: 'complete_upload',
  summary:
    'Make a media item of an upload whose bytes have all arrived; size and sha256 are verified. Asking again answers the same item.',
  effect: 'writes',
  ability: 'media:write',
  actions: ['draft'],
  idempotent: true,
  input: z.strictObject({ id: uploadId }),
  output: Media,
  refuses: ['upload_not_found', 'upload_busy', 'invalid', 'media_not_found', 'unavailable'],
  rest: { method: 'POST', path: '/api/media/uploads/:id/complete', status: 201 },
  mcp: { absent: 'upload_media with source complete does this on MCP.' },

  prepare: ({ id }, context) => prepareCompletion(id, context),
  run: ({ id }, context) => complete(id, context.arrived, context),
})
