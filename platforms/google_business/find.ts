/** After a lost answer: is the post in the list of its location? A twin that another person or system made must not pass for it. */
import { z } from 'zod'
import type { Finding, Json, Publication } from '../platform.ts'
import { ask, type Session } from './api.ts'
import { Options } from './manifest.ts'
import { LocalPost, receiptOf } from './local-post.ts'

const told = z.string().optional().catch(undefined)
const day = z
  .object({ year: z.number(), month: z.number(), day: z.number() })
  .optional()
  .catch(undefined)
const Listed = LocalPost.extend({
  summary: told,
  topicType: told,
  createTime: z.coerce.date().optional().catch(undefined),
  callToAction: z.object({ actionType: told, url: told }).optional().catch(undefined),
  event: z
    .object({ title: told, schedule: z.object({ startDate: day }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  offer: z.object({ couponCode: told, redeemOnlineUrl: told }).optional().catch(undefined),
  media: z.array(z.unknown()).optional().catch(undefined),
})
type Listed = z.output<typeof Listed>
const Page = z.object({
  localPosts: z.array(Listed).optional(),
  nextPageToken: told,
})

/** How much earlier than ours Google's clock may say that it was. */
const BEFORE = 30_000
const PAGES = 5

/** A post that Google rejected is seen by nobody, so it is no reason not to send this one. */
export async function find(
  session: Session,
  parent: string,
  publication: Publication,
  started_at: Date,
): Promise<Finding<Json>> {
  const since = started_at.getTime() - BEFORE
  const alike: Listed[] = []
  let token: string | undefined
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({ pageSize: '100', ...(token ? { pageToken: token } : {}) })
    const { localPosts = [], nextPageToken } = await ask(session, {
      method: 'GET',
      host: 'posts',
      path: `/v4/${parent}/localPosts?${query.toString()}`,
      answer: Page,
    })
    alike.push(
      ...localPosts.filter(
        (post) =>
          post.state !== 'REJECTED' &&
          (post.createTime?.getTime() ?? since) >= since &&
          isAlike(post, publication),
      ),
    )
    const older = localPosts.some(({ createTime }) => createTime && createTime.getTime() < since)
    if (!nextPageToken || older) break
    if (page === PAGES)
      return alike.length > 0 ? chosen(alike, publication, started_at) : 'unknowable'
    token = nextPageToken
  }
  return alike.length > 0 ? chosen(alike, publication, started_at) : 'absent'
}

/** What a post shows and was not sent is somebody else's; what it does not show may only be missing from the list. */
function isAlike(post: Listed, publication: Publication) {
  const { topic_type, call_to_action, event, offer } = Options.parse(publication.options)
  const title = post.event?.title
  const date = post.event?.schedule?.startDate
  const started = event?.start_date.split('-').map(Number).join('-')
  return (
    plain(post.summary ?? '') === plain(publication.text) &&
    fits(post.topicType, topic_type) &&
    fits(post.callToAction?.actionType, call_to_action?.action_type) &&
    fits(title && plain(title), event && plain(event.title)) &&
    fits(date && `${date.year}-${date.month}-${date.day}`, started) &&
    fits(post.offer?.couponCode || undefined, offer?.coupon_code) &&
    (post.media?.length ?? 0) <= publication.media.length
  )
}

const fits = (shown: string | undefined, sent: string | undefined) =>
  shown === undefined || shown === sent

/** Ours comes after the call that was lost, unless the clocks differ. Of several that nothing tells apart none is taken. */
function chosen(
  alike: readonly Listed[],
  { options }: Publication,
  started_at: Date,
): Finding<Json> {
  const { call_to_action, offer } = Options.parse(options)
  // Google may spell an address anew: another one is no proof, but not to be taken for ours either.
  const ours = alike.filter(
    ({ callToAction, offer: shown }) =>
      fits(address(callToAction?.url), address(call_to_action?.url)) &&
      fits(address(shown?.redeemOnlineUrl), address(offer?.redeem_online_url)),
  )
  const second = Math.floor(started_at.getTime() / 1000) * 1000
  const after = ours.filter(({ createTime }) => createTime && createTime.getTime() >= second)
  const [post, ...others] = after.length > 0 ? after : ours
  return post && others.length === 0 ? { found: { ...receiptOf(post) } } : 'unknowable'
}

const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()

function address(url: string | undefined) {
  return url && URL.canParse(url) ? new URL(url).href.replace(/\/$/, '') : url
}
