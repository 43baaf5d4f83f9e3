/** After a lost answer: the posts of the location. Google has no idempotency key. */
import { z } from 'zod'
import { type Looked, reachOf, type Shown, type Sight } from '../evidence.ts'
import type { Publication } from '../platform.ts'
import { ask, type Access } from './api.ts'
import { LocalPost } from './local-post.ts'
import { Options } from './manifest.ts'

const told = z.string().optional().catch(undefined)
const day = z
  .object({ year: z.number(), month: z.number(), day: z.number() })
  .optional()
  .catch(undefined)
const Listed = LocalPost.extend({
  summary: told,
  topicType: told,
  createTime: told,
  callToAction: z.object({ actionType: told, url: told }).optional().catch(undefined),
  event: z
    .object({ title: told, schedule: z.object({ startDate: day }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  offer: z.object({ couponCode: told, redeemOnlineUrl: told }).optional().catch(undefined),
  media: z
    .array(z.object({ name: told }).catch({}))
    .optional()
    .catch(undefined),
})
type Listed = z.output<typeof Listed>
const Page = z.object({ localPosts: z.array(Listed).optional(), nextPageToken: told })

const PAGES = 5

export async function look(
  access: Access,
  parent: string,
  publication: Publication,
  from: Date,
): Promise<Looked> {
  const seen: Sight[] = []
  const reach = (ended: boolean) =>
    reachOf(
      seen.map(({ at }) => at),
      { from: from.getTime(), ended },
    )
  let token: string | undefined
  for (let page = 1; page <= PAGES; page++) {
    const query = new URLSearchParams({ pageSize: '100', ...(token ? { pageToken: token } : {}) })
    const { localPosts = [], nextPageToken } = await ask(access, {
      method: 'GET',
      host: 'posts',
      path: `/v4/${parent}/localPosts?${query.toString()}`,
      answer: Page,
    })
    seen.push(...localPosts.map((post) => sightOf(post, publication)))
    token = nextPageToken || undefined
    if (!token || reach(false) === 'past_window') break
  }
  // Google says "none" by saying nothing: `{}` is no proof of an empty location.
  return { known: null, seen, reach: reach(!token && seen.length > 0) }
}

function sightOf(post: Listed, publication: Publication): Sight {
  const { name, createTime, searchUrl, media } = post
  const at = Date.parse(createTime ?? '')
  const pictures = media?.flatMap((one) => one.name ?? []) ?? []
  return {
    ids: [name],
    at: Number.isNaN(at) ? null : at,
    url: searchUrl ?? null,
    author: 'us',
    app: undefined,
    role: 'post',
    parent: null,
    shown: shownOf(post),
    media: pictures.length > 0 ? { ids: pictures, in_full: true } : 'none',
    key: false,
    contradicts: contradiction(post, publication),
  }
}

function shownOf({ summary, event, callToAction, offer }: Listed): Shown {
  const leads = callToAction?.url ?? offer?.redeemOnlineUrl
  return {
    text: joined(summary, event?.title),
    links: leads ? [{ as: null, address: leads }] : [],
  }
}

/** What is compared, of a post as it was sent: its text and title, and where it leads. */
export function wordsOf({ text, options }: Publication) {
  const { event, call_to_action, offer } = Options.parse(options)
  const link = call_to_action?.url ?? offer?.redeem_online_url
  return { text: joined(text, event?.title), ...(link === undefined ? {} : { link }) }
}

function joined(...fields: (string | undefined)[]) {
  return fields.filter((field) => field).join('\n')
}

/** What a post shows and was not sent is somebody else's; what it does not show may only be missing from the list. */
function contradiction(post: Listed, { options, media }: Publication): string | null {
  const { topic_type, call_to_action, event, offer } = Options.parse(options)
  const { state = '' } = post
  // Seen by nobody, so it is no reason not to send this one; Google says the same of that.
  if (state === 'REJECTED') return 'rejected'
  // We schedule none ourselves. One that comes again may be shown as either.
  if (['SCHEDULED', 'RECURRING'].includes(state) && !event?.recurrence) return 'schedule'
  if (differs(post.topicType, topic_type)) return 'topic'
  if (differs(post.callToAction?.actionType, call_to_action?.action_type)) return 'button'
  if (differs(dayOf(post), event?.start_date.split('-').map(Number).join('-'))) return 'day'
  if (differs(post.offer?.couponCode, offer?.coupon_code)) return 'code'
  return media.length === 0 && post.media?.length ? 'picture' : null
}

function differs(shown: string | undefined, sent: string | undefined) {
  return Boolean(shown) && shown?.trim().toLowerCase() !== sent?.trim().toLowerCase()
}

function dayOf({ event }: Listed) {
  const date = event?.schedule?.startDate
  return date && `${date.year}-${date.month}-${date.day}`
}
