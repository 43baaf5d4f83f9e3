import { z } from 'zod'
import { lockAwaiting } from './parts/asked.ts'
import { dryRun, postId, seen } from '#operations/ids.ts'
import { answer } from '../posts/parts/moves.ts'
import { operation } from '#operations/operation.ts'
import { limits } from '#rules/limits.ts'
import { Post } from '#rules/post.ts'
import { charactersOf } from '#rules/text.ts'
import { declinePost as decline } from '#store/approvals.ts'

export const declinePost = operation({
  name: 'decline_post',
  summary:
    'Decline a post that waits for approval: it stays a draft, and says so with the reason in its warnings. Its author may change it and ask again.',
  effect: 'writes',
  ability: 'posts:write',
  actions: ['schedule', 'publish'],
  approves: true,
  idempotent: false,
  input: z.strictObject({
    id: postId,
    reason: z
      .string()
      .trim()
      .refine(
        (text) => charactersOf(text) <= limits.reason_chars,
        `At most ${limits.reason_chars} characters.`,
      )
      .optional()
      .describe('Shown to whoever asked.'),
    updated_at: seen,
    dry_run: dryRun.optional(),
  }),
  output: Post,
  refuses: ['post_not_found', 'post_not_awaiting', 'post_changed'],
  rest: { method: 'POST', path: '/api/posts/:id/decline' },
  mcp: { absent: 'update_post with when draft and delete_post do this on MCP.' },

  async run({ id, reason, updated_at }, context) {
    await lockAwaiting({ id, updated_at }, context)
    await decline(context, id, reason, context.now)
    return answer(context, id)
  },
})
