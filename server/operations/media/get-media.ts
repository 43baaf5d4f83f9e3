import { z } from 'zod'
import { itemOf } from './parts/arrivals.ts'
import { mediaId } from './parts/fields.ts'
import { operation } from '#operations/operation.ts'
import { Media } from '#rules/media.ts'

export const getMedia = operation({
  name: 'get_media',
  summary: 'One item of the media library: its address, size, alt text and tags.',
  effect: 'reads',
  ability: 'media:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({ id: mediaId }),
  output: Media,
  refuses: ['media_not_found'],
  rest: { method: 'GET', path: '/api/media/:id' },
  mcp: { title: 'Get a media item' },

  run: ({ id }, context) => itemOf(context, id),
})
