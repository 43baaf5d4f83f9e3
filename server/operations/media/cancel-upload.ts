import { z } from 'zod'
import { uploadId } from './parts/fields.ts'
import { operation } from '#operations/operation.ts'
import { cancelSession } from './parts/sessions.ts'

export const cancelUpload = operation({
  name: 'cancel_upload',
  summary: 'Give up an upload; what has arrived is removed. A media item that it became stays.',
  effect: 'destroys',
  ability: 'media:write',
  actions: ['draft'],
  idempotent: false,
  input: z.strictObject({ id: uploadId }),
  output: z.object({ cancelled: z.literal(true), upload_id: z.uuid() }),
  refuses: ['upload_not_found', 'upload_busy'],
  rest: { method: 'DELETE', path: '/api/media/uploads/:id', status: 204 },
  mcp: { absent: 'upload_media with source cancel does this on MCP.' },

  run: ({ id }, context) => cancelSession(id, context),
})
