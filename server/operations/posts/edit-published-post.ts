import { z } from 'zod'
import { charactersOf } from '#rules/text.ts'
import { limits } from '#rules/limits.ts'
import { dryRun, idList, postId, seen, wait } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { Post } from '#rules/post.ts'
import { editThese } from './parts/editing.ts'
import { answer, lockWhole, requireSeen, waitFor } from './parts/moves.ts'
import { requireMayChangeWhatIsOut } from './parts/taking-down.ts'

export const editPublishedPost = operation({
  name: 'edit_published_post',
  summary:
    'Change a post where it is out: its text, on YouTube title and privacy too. See editable in get_capabilities. Answers at once; per_account[].edit tells how far it is. What was written here stays.',
  effect: 'writes',
  ability: 'posts:write',
  actions: ['publish'],
  idempotent: true,
  input: z.strictObject({
    id: postId,
    account_ids: idList.optional().describe('Default: all of the post.'),
    content: z
      .string()
      .refine((text) => text.trim() !== '', 'What is out keeps a text: write one, or leave it out.')
      .refine((text) => charactersOf(text) <= limits.content_chars, {
        error: `At most ${limits.content_chars} characters.`,
      })
      .optional()
      .describe('The whole new text; on YouTube the description.'),
    platform_options: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .optional()
      .describe('By platform, what changes: {"youtube": {"title": "…"}}.'),
    updated_at: seen,
    wait,
    dry_run: dryRun.optional(),
  }),
  output: Post,
  refuses: ['forbidden', 'invalid', 'post_not_found', 'post_changed', 'post_not_published'],
  rest: { method: 'POST', path: '/api/posts/:id/edit-published', status: 202 },
  mcp: { title: 'Change a post that is out', toolset: 'live', open: true, overwrites: true },

  async run({ id, account_ids, content, platform_options, updated_at }, context) {
    const whole = await lockWhole(context, id)
    requireMayChangeWhatIsOut(context, 'to be changed')
    await requireSeen(context, whole.post, updated_at)
    await editThese(whole, { account_ids, content: content ?? null, platform_options }, context)
    return answer(context, id)
  },

  async follow(post, { wait, dry_run }, context) {
    return wait && !dry_run ? waitFor(context, post.id, wait) : post
  },
})
