import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { dryRun } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { changeEach } from '#operations/posts/parts/many-changes.ts'
import { wake } from '#operations/posts/parts/moves.ts'
import { limits } from '#rules/limits.ts'
import { invalid, wrong } from '#rules/problem.ts'
import { dueAnew, holdAccounts, holdWorkspace, latePosts, lockHold } from '#store/pausing.ts'
import { checkAccounts, Paused, stateOf, whichAccounts } from './parts/pause.ts'

const Late = z.enum(['publish', 'next_slot', 'draft'])
type Late = z.output<typeof Late>

export const resumePublishing = operation({
  name: 'resume_publishing',
  summary:
    'Let go what pause_publishing holds, of these accounts or of the whole workspace. With posts whose time has passed meanwhile it asks for late: publish them now, move them to the next open slots, or make drafts of them.',
  effect: 'writes',
  ability: 'accounts:manage',
  actions: 'manage',
  idempotent: true,
  input: z.strictObject({
    account_ids: whichAccounts,
    late: Late.optional().describe(
      'Needed when there are late posts. One that is out on another account already is completed in any case.',
    ),
    dry_run: dryRun.optional(),
  }),
  output: Paused.extend({
    published: z.int().describe('Late posts that go out now.'),
    moved: z.int().describe('Late posts that were given another slot, or made drafts.'),
  }),
  refuses: ['invalid'],
  rest: { method: 'POST', path: '/api/publishing/resume' },
  mcp: { title: 'Resume publishing', toolset: 'plan', open: true },

  check: checkAccounts,

  async run({ account_ids, late }, context) {
    const problem = invalid(await checkAccounts({ account_ids }, context))
    if (problem) throw problem
    await lockHold(context)
    const posts = await latePosts(context, account_ids, context.now)
    if (account_ids) await holdAccounts(context, account_ids, null)
    else await holdWorkspace(context, null)
    const done = posts.length ? await dealWith(posts, late, context) : { published: 0, moved: 0 }
    await wake(context, context.now.toISOString())
    return { ...(await stateOf(context)), ...done }
  },
})

type LatePosts = Awaited<ReturnType<typeof latePosts>>

async function dealWith(posts: LatePosts, late: Late | undefined, context: Context) {
  if (!late) {
    const many = posts.length === 1 ? 'the post' : `the ${posts.length} posts`
    throw wrong(
      'late',
      `Say what becomes of ${many} whose time has passed: publish, next_slot or draft.`,
    )
  }
  const move = late === 'publish' ? [] : posts.filter(({ begun }) => !begun).map(({ id }) => id)
  const out = posts.map(({ id }) => id).filter((id) => !move.includes(id))
  if (move.length > limits.posts_per_batch)
    throw wrong(
      'late',
      `These are ${move.length} posts, and ${limits.posts_per_batch} are moved at once at most: resume a few accounts at a time.`,
    )
  if (move.length && late !== 'publish') {
    const results = await changeEach(move, { when: late }, context)
    const refused = results.flatMap((each) => ('code' in each ? [each] : []))
    const texts = refused.slice(0, TOLD).map((each) => `Post ${each.post_id}: ${each.message}`)
    // They would go out otherwise, which is not what was said.
    const problem = invalid(texts.length ? { late: texts } : {})
    if (problem) throw problem
  }
  await dueAnew(context, out, context.now)
  return { published: out.length, moved: move.length }
}

const TOLD = 10
