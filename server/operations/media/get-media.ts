import { z } from 'zod'
import { noItem } from './parts/arrivals.ts'
import { mediaId } from './parts/fields.ts'
import { Fitting, fittingOf } from './parts/fitting.ts'
import { visibleOf } from './parts/uses.ts'
import { shownItem } from '#operations/context.ts'
import { actorsOf } from '../events/parts/shown-events.ts'
import { flag } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { Actor } from '#rules/actor.ts'
import { Media } from '#rules/media.ts'
import { findItem, listUses } from '#store/media.ts'

export const getMedia = operation({
  name: 'get_media',
  summary: 'One item of the media library: its address, size, alt text and tags.',
  effect: 'reads',
  ability: 'media:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({
    id: mediaId,
    fitting: flag.optional().describe('Tell what each platform says to it.'),
  }),
  output: Media.extend({
    created_at: z.iso.datetime(),
    created_by: Actor.nullable().describe('Who brought it in; null: from before that was kept.'),
    fitting: z
      .array(Fitting)
      .optional()
      .describe('By platform and kind of post, when it was asked for: as a post would be told.'),
    used_in: z
      .object({ post_ids: z.array(z.int()), count: z.int().min(0) })
      .optional()
      .describe('Posts that show it: the first 20, and how many there are. Left out: none.'),
  }),
  refuses: ['media_not_found'],
  rest: { method: 'GET', path: '/api/media/:id' },
  mcp: { title: 'Get a media item', accepts: z.strictObject({ id: mediaId }) },

  async run({ id, fitting = false }, context) {
    const item = await findItem(context, id)
    if (!item) throw noItem(id)
    const { created_at, created_by } = item
    const actorOf = await actorsOf(created_by === null ? [] : [created_by], context)
    const uses = (await listUses(context, id)).filter(({ deleted_at }) => deleted_at === null)
    return {
      ...shownItem(context, item),
      created_at,
      created_by: created_by === null ? null : actorOf(created_by),
      ...(uses.length && { used_in: { post_ids: visibleOf(uses), count: uses.length } }),
      ...(fitting && { fitting: fittingOf(item, context.environment.manifests) }),
    }
  },
})
