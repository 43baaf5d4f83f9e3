/** One call publishes; what becomes of the post shows in its state, and after a lost answer in the location's list. */
import { z } from 'zod'
import {
  type Account,
  Failure,
  type Finding,
  type Json,
  type Publication,
  type Receipt,
  type Step,
  type Tools,
} from '../platform.ts'
import { ask, type Session } from './api.ts'
import { bodyOf } from './body.ts'
import { Options } from './manifest.ts'

const LocalPost = z.object({
  name: z.string().regex(/^accounts\/[^/]+\/locations\/[^/]+\/localPosts\/[^/]+$/),
  state: z.string().optional().catch(undefined),
  searchUrl: z.url().optional().catch(undefined),
  summary: z.string().optional().catch(undefined),
  topicType: z.string().optional().catch(undefined),
  createTime: z.coerce.date().optional().catch(undefined),
})
type LocalPost = z.output<typeof LocalPost>
const Listed = z.object({
  localPosts: z.array(LocalPost).optional(),
  nextPageToken: z.string().optional().catch(undefined),
})

/** Milliseconds between two looks at a post that is being checked. */
const WAITS = [1000, 2000, 5000, 10_000, 20_000, 30_000]
/** How much earlier than ours Google's clock may say that it was. */
const BEFORE = 30_000
const PAGES = 5

export function publish(publication: Publication, account: Account, tools: Tools): readonly Step[] {
  const session = { tools, account }
  const parent = account.platform_account_id
  const body = bodyOf(publication)
  return [
    {
      name: 'post',
      effect: 'publishes_once',
      run: async () => {
        const created = await ask(session, {
          method: 'POST',
          host: 'posts',
          path: `/v4/${parent}/localPosts`,
          json: body,
          answer: LocalPost,
        })
        return { ...receiptOf(await settled(session, created)) }
      },
      find: (_, { started_at }) => find(session, parent, publication, started_at),
    },
  ]
}

/** "HTTP 200 may already carry REJECTED"; what is still being checked is looked at for a minute. */
async function settled(session: Session, created: LocalPost): Promise<LocalPost> {
  let post = created
  for (const wait of WAITS) {
    if (post.state !== 'PROCESSING') break
    await session.tools.sleep(wait)
    post = await ask(session, {
      method: 'GET',
      host: 'posts',
      path: `/v4/${created.name}`,
      answer: LocalPost,
    }).catch((error: unknown) => {
      // The post is there, and its name is known: a look that fails takes nothing away from that.
      if (error instanceof Failure) return post
      throw error
    })
  }
  if (post.state !== 'REJECTED') return post
  const message =
    'Google has the post and does not show it: it goes against the content policy (a telephone number in the text is enough). Change it, then post again.'
  throw new Failure('rejected', 'policy', message)
}

/** A post that Google rejected is seen by nobody, so it is no reason not to send this one. */
async function find(
  session: Session,
  parent: string,
  publication: Publication,
  started_at: Date,
): Promise<Finding<Json>> {
  const since = started_at.getTime() - BEFORE
  const { topic_type } = Options.parse(publication.options)
  const alike: LocalPost[] = []
  let token: string | undefined
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({ pageSize: '100', ...(token ? { pageToken: token } : {}) })
    const { localPosts = [], nextPageToken } = await ask(session, {
      method: 'GET',
      host: 'posts',
      path: `/v4/${parent}/localPosts?${query.toString()}`,
      answer: Listed,
    })
    alike.push(
      ...localPosts.filter(
        (post) =>
          post.state !== 'REJECTED' &&
          plain(post.summary ?? '') === plain(publication.text) &&
          (post.topicType ?? topic_type) === topic_type &&
          (post.createTime?.getTime() ?? since) >= since,
      ),
    )
    const older = localPosts.some(({ createTime }) => createTime && createTime.getTime() < since)
    if (!nextPageToken || older) break
    if (page === PAGES) return alike.length > 0 ? foundAt(alike) : 'unknowable'
    token = nextPageToken
  }
  return alike.length > 0 ? foundAt(alike) : 'absent'
}

/** Newest first: the last of those since the lost call is the one that it made. */
function foundAt(alike: readonly LocalPost[]): Finding<Json> {
  const post = alike.at(-1)
  return post ? { found: { ...receiptOf(post) } } : 'absent'
}

function receiptOf({ name, searchUrl }: LocalPost): Receipt {
  return { platform_post_id: name, platform_url: searchUrl ?? null }
}

const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()
