import { z } from 'zod'
import { dryRun, flag } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { ShortPost } from '#operations/short.ts'
import { limits } from '#rules/limits.ts'
import { rehearsed } from '#rules/post.ts'
import { createEach, Result } from './parts/batch.ts'
import { noneDone } from './parts/rows.ts'
import { schedulePost } from './schedule-post.ts'

/** What is no object is told as the row that it is: the others are made all the same. */
const AnyRow = z.unknown().meta({ type: 'object', additionalProperties: {} })
const Posts = z.array(AnyRow).min(1, 'Send at least one post.')
const more = {
  all_or_nothing: flag.optional().describe('If one is refused, make none.'),
  dry_run: dryRun.optional(),
}
const Input = z.strictObject({
  posts: Posts.max(limits.posts_per_batch, `At most ${limits.posts_per_batch} posts.`).describe(
    'Each as schedule_post takes it.',
  ),
  ...more,
})
const ToolInput = z.strictObject({
  posts: Posts.max(limits.posts_per_tool, `At most ${limits.posts_per_tool} posts.`).describe(
    'Each as schedule_post takes it.',
  ),
  ...more,
})

export const schedulePosts = operation({
  name: 'schedule_posts',
  summary:
    'Create many posts at once. Answers for each the post, or what is wrong with it; the others are made all the same. With external_id it can be sent again: what is there already is told as existed.',
  effect: 'writes',
  batch: 'posts',
  ability: 'posts:write',
  actions: ['draft', 'schedule', 'publish'],
  once: true,
  idempotent: false,
  input: Input,
  output: z.object({
    results: z.array(Result),
    created: z.int().min(0),
    failed: z.int().min(0),
    dry_run: rehearsed,
  }),
  refuses: ['invalid'],
  rest: { method: 'POST', path: '/api/posts/batch', body_bytes: limits.batch_body_bytes },
  mcp: { title: 'Schedule many posts', toolset: 'bulk', brief: ShortPost, accepts: ToolInput },

  async run({ posts, all_or_nothing, dry_run }, context) {
    const face = context.caller.via === 'mcp' ? schedulePost.mcp : schedulePost.rest
    const dialect = ('absent' in face ? undefined : face.accepts) ?? schedulePost.input
    const results = await createEach(posts, dialect, context)
    const refused = results.filter((each) => 'code' in each)
    if (all_or_nothing && refused.length) throw noneDone(refused, 'posts', 'None was made.')
    const made = results.filter((each) => 'post' in each)
    return {
      results: results.map((each) =>
        dry_run && 'post' in each && !each.existed
          ? { ...each, post: { ...each.post, id: 0 } }
          : each,
      ),
      created: made.filter(({ existed }) => !existed).length,
      failed: refused.length,
    }
  },
})
