/** One call publishes; what becomes of the post shows in its state, and after a lost answer in the location's list. */
import { type Account, Failure, type Publication, type Step, type Tools } from '../platform.ts'
import { ask, type Access } from './api.ts'
import { bodyOf } from './body.ts'
import { LocalPost, receiptOf } from './local-post.ts'
import { beingChecked, checked, read, REJECTED, stateOf } from './review.ts'
import { look, wordsOf } from './look.ts'

/** Milliseconds between two looks at a post that is being checked; what takes longer is looked for as a lost answer is. */
const WAITS = [1000, 2000, 5000, 10_000, 20_000, 30_000]

export function publish(publication: Publication, account: Account, tools: Tools): readonly Step[] {
  const access = { tools, account }
  const parent = account.platform_account_id
  const body = bodyOf(publication)
  return [
    {
      name: 'post',
      effect: 'publishes_once',
      // That a post whose picture Google could not fetch is none, is nowhere documented.
      files_fetched: 'told',
      run: async () => {
        const created = await ask(access, {
          purpose: 'publish',
          method: 'POST',
          host: 'posts',
          path: `/v4/${parent}/localPosts`,
          json: body,
          answer: LocalPost,
        })
        return { ...receiptOf(await settled(access, created)) }
      },
      ours: () => ({
        role: 'post',
        parent: null,
        ...wordsOf(publication),
        media: [],
        has_media: publication.media.length > 0,
        app: null,
        twins: false,
      }),
      look: async (_, { from, kept }) => {
        const known = kept === undefined ? null : await stateOf(access, kept)
        if (known && known.is !== 'unknown') return { known, seen: [], reach: 'end_told' }
        return { ...(await look(access, parent, publication, from)), known }
      },
      result: async ({ ids: [name = ''], url }) => checked(access, name, url),
    },
  ]
}

/** "HTTP 200 may already carry REJECTED". */
async function settled(access: Access, created: LocalPost): Promise<LocalPost> {
  let post = created
  for (const wait of WAITS) {
    if (post.state !== 'PROCESSING') break
    await access.tools.sleep(wait)
    post = await read(access, created.name).catch((error: unknown) => {
      // The post is there, and its name is known: a look that fails takes nothing away from that.
      if (error instanceof Failure) return post
      throw error
    })
  }
  if (post.state === 'PROCESSING') throw beingChecked(post.name)
  if (post.state !== 'REJECTED') return post
  throw new Failure('rejected', 'against_policy', REJECTED)
}
