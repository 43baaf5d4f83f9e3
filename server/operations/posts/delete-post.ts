import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { postMove } from '#operations/ids.ts'
import { answer, conflict, isUnderWay, lockWhole, requireSeen, tellWaiting } from './parts/moves.ts'
import { operation } from '#operations/operation.ts'
import { Id, rehearsed, StillLive } from '#rules/post.ts'
import { giveUp } from '#store/deliveries.ts'
import { changePost } from '#store/posts.ts'

export const deletePost = operation({
  name: 'delete_post',
  summary:
    'Soft-delete a draft, published or failed post here (not on the platforms); restore_post brings it back. A scheduled post is cancelled instead.',
  effect: 'destroys',
  ability: 'posts:write',
  actions: ['delete'],
  idempotent: true,
  input: postMove,
  output: z.object({
    deleted: z.literal(true),
    id: Id,
    still_live: z
      .array(StillLive)
      .optional()
      .describe('It is public still: here a person, or the platform, takes it down.'),
    dry_run: rehearsed,
  }),
  refuses: ['post_not_found', 'post_changed', 'post_not_cancelable'],
  rest: {
    method: 'DELETE',
    path: '/api/posts/:id',
    status: 204,
    headers: (output) => stillLive(Answer.parse(output).still_live),
  },
  mcp: { title: 'Delete a post' },

  async run({ id, updated_at }, context) {
    const whole = await lockWhole(context, id)
    const { post } = whole
    if (post.deleted_at) return answered(id, context)
    await requireSeen(context, post, updated_at)
    if (post.status === 'scheduled') {
      throw conflict(
        'post_not_cancelable',
        isUnderWay(whole)
          ? 'Wait until it has settled, which get_post tells with wait, and delete it then: it is on its way out.'
          : 'Cancel it instead: a scheduled post is not deleted.',
        whole,
      )
    }
    if (post.status !== 'draft')
      await giveUp(context, id, 'The post was deleted before this was sent.')
    await changePost(context, post, { deleted_at: context.now }, context.now)
    await tellWaiting(context, id)
    return answered(id, context)
  },
})

const Answer = z.object({ still_live: z.array(StillLive).optional() })

async function answered(id: number, context: Context) {
  const { still_live } = await answer(context, id)
  return { deleted: true as const, id, ...(still_live && { still_live }) }
}

/** A 204 has no body to say it in: a list of accounts, each with the address of the post there. */
function stillLive(places: readonly z.infer<typeof StillLive>[] = []): Record<string, string> {
  if (!places.length) return {}
  const written = places.map(({ account_id, url }) =>
    url === null ? String(account_id) : `${account_id};url="${asAscii(url)}"`,
  )
  return { 'still-live': written.join(', ') }
}

function asAscii(url: string) {
  return URL.canParse(url) ? new URL(url).href.replaceAll('"', '%22') : ''
}
