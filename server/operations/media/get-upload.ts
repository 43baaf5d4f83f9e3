import { z } from 'zod'
import { uploadId } from './parts/fields.ts'
import { operation } from '#operations/operation.ts'
import { requireUpload, sessionOf } from './parts/sessions.ts'
import { UploadSession } from '#rules/upload.ts'

export const getUpload = operation({
  name: 'get_upload',
  summary: 'How far a resumable upload is: received_bytes is the offset of the next chunk.',
  effect: 'reads',
  ability: 'media:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({ id: uploadId }),
  output: UploadSession,
  refuses: ['upload_not_found'],
  rest: { method: 'GET', path: '/api/media/uploads/:id' },
  mcp: { absent: 'upload_media with source status does this on MCP.' },

  async run({ id }, context) {
    return sessionOf(await requireUpload(id, context), context)
  },
})
