/** Reading back, commenting, numbers, deleting (sheet §2, §7). */
import { accountOf } from './people.ts'
import { addressOf, fieldsOf, showAccount, showPage } from './accounts.ts'
import { takeSpecial } from './faults.ts'
import { paged, type Field } from '../kit/graph-fields.ts'
import { select } from './fields.ts'
import { counted } from './crowd.ts'
import { integer } from '../kit/graph-params.ts'
import { invalid, missing, refuse } from '../kit/graph-refusals.ts'
import type { Call, Scopes, Visit } from './service.ts'
import type { Comment, Medium } from './state.ts'
import { showContainer } from './status.ts'
import { nextId } from './world.ts'

const basic: Scopes = { instagram: 'instagram_business_basic', facebook: 'instagram_basic' }
const comments: Scopes = {
  instagram: 'instagram_business_manage_comments',
  facebook: 'instagram_manage_comments',
}

export const readCalls: readonly Call[] = [
  {
    method: 'GET',
    edge: 'media',
    on: 'read',
    scope: basic,
    own: true,
    run: (visit) => listMedia(visit, ({ kind }) => kind !== 'STORIES'),
  },
  {
    method: 'GET',
    edge: 'stories',
    on: 'read',
    scope: basic,
    own: true,
    // "Stories are only available for 24 hours."
    run: (visit) =>
      listMedia(
        visit,
        ({ kind, created_at }) => kind === 'STORIES' && created_at > visit.now - 86_400_000,
      ),
  },
  { method: 'GET', edge: '', on: 'status', run: one },
  {
    method: 'GET',
    edge: 'comments',
    on: 'read',
    scope: comments,
    run(visit) {
      const { id } = mediumOf(visit)
      const all = [...visit.world.comments.values()].filter(({ media_id }) => media_id === id)
      if (takeSpecial(visit.service.faults, visit.account, 'hidden_read')) all.pop()
      return list(visit, all.toReversed(), 'id,text,timestamp', showComment)
    },
  },
  {
    method: 'POST',
    edge: 'comments',
    on: 'comment',
    scope: comments,
    run(visit) {
      const { world, params, now, account } = visit
      const { id: media_id } = mediumOf(visit)
      const text = params.text.get('message') ?? ''
      checkComment(text)
      const id = nextId(world)
      world.comments.set(id, { id, media_id, account_id: account?.id ?? '', text, created_at: now })
      return { id }
    },
  },
  {
    method: 'DELETE',
    edge: '',
    on: 'delete',
    login: 'facebook',
    scope: { instagram: '', facebook: 'instagram_manage_contents' },
    run(visit) {
      visit.world.media.delete(mediumOf(visit).id)
      return { success: true }
    },
  },
]

function one(visit: Visit): unknown {
  const { world, id, account, params, person, service } = visit
  const asked = id === 'me' ? account : accountOf(id)
  if (id === 'me' && !asked)
    return select('User', fieldsOf(params, 'id,name'), {
      id: () => person.id,
      name: () => person.name,
    })
  if (asked) {
    if (asked.id !== account?.id && asked.owner !== person.id) throw missing(id)
    if (asked.page_id === id) return showPage(visit, asked, fieldsOf(params, 'id,name'))
    return showAccount(visit, asked, fieldsOf(params, 'id,username'))
  }
  const container = world.containers.get(id)
  if (container && container.account_id === account?.id) return showContainer(visit, container)
  const comment = world.comments.get(id)
  if (comment) return showComment(visit, comment, fieldsOf(params, 'id,text,timestamp'))
  if (takeSpecial(service.faults, account, 'permalink_late')) throw missing(id)
  return showMedium(visit, mediumOf(visit), fieldsOf(params, 'id'))
}

export function mediumOf({ world, id, account, request }: Visit): Medium {
  const medium = world.media.get(id)
  if (!medium || medium.account_id !== account?.id) throw missing(id, request.method)
  return medium
}

function listMedia(visit: Visit, shown: (medium: Medium) => boolean) {
  const { world, account, service } = visit
  const all = [...world.media.values()].toReversed()
  const own = all.filter((medium) => medium.account_id === account?.id && shown(medium))
  if (takeSpecial(service.faults, account, 'hidden_read')) own.shift()
  return list(visit, own, 'id', showMedium)
}

function list<Item>(
  visit: Visit,
  items: readonly Item[],
  otherwise: string,
  show: (visit: Visit, item: Item, fields: Field[]) => unknown,
) {
  const fields = fieldsOf(visit.params, otherwise)
  const limit = Math.min(100, integer(visit.params, 'limit') ?? 25)
  return paged(items, {
    limit,
    after: visit.params.text.get('after'),
    show: (item) => show(visit, item, fields),
    address: (after) => addressOf(visit, { limit: String(limit), after }),
  })
}

function showMedium(visit: Visit, medium: Medium, fields: readonly Field[]) {
  const { service, token } = visit
  const account = accountOf(medium.account_id)
  const own = token.login === 'instagram'
  return select(own ? 'IGMediaForIGOnlyAPI' : 'IGMedia', fields, {
    id: () => medium.id,
    caption: () => medium.caption || undefined,
    shortcode: () => medium.shortcode,
    permalink: () => `${service.options.url}/web/p/${medium.shortcode}/`,
    media_type: () =>
      medium.kind === 'CAROUSEL'
        ? 'CAROUSEL_ALBUM'
        : medium.files[0]?.mime_type.startsWith('video/')
          ? 'VIDEO'
          : 'IMAGE',
    media_product_type: () =>
      ({ IMAGE: 'FEED', CAROUSEL: 'FEED', REELS: 'REELS', STORIES: 'STORY' })[medium.kind],
    timestamp: () => time(medium.created_at),
    username: () => account?.username,
    owner: () => ({ id: medium.account_id }),
    alt_text: () => medium.files[0]?.alt_text ?? undefined,
    like_count: () => counted(visit, medium, 'likes'),
    comments_count: () => counted(visit, medium, 'comments'),
    ...(!own && { view_count: () => counted(visit, medium, 'views') }),
    children: () => ({ data: medium.files.map(({ id }) => ({ id })) }),
  })
}

function showComment(_: Visit, comment: Comment, fields: readonly Field[]) {
  const account = accountOf(comment.account_id)
  return select('IGComment', fields, {
    id: () => comment.id,
    text: () => comment.text,
    timestamp: () => time(comment.created_at),
    username: () => account?.username,
    from: () => ({ id: comment.account_id, username: account?.username }),
  })
}

function checkComment(text: string) {
  if (!text.trim()) throw invalid('message is required')
  const hashtags = text.match(/#[\p{L}\p{N}_]+/gu) ?? []
  const urls = text.match(/https?:\/\//g) ?? []
  if (text.length > 300 || hashtags.length > 4 || urls.length > 1)
    throw refuse(100, 'The comment has more than 300 characters, 4 hashtags or 1 URL.')
}

const time = (at: number) => `${new Date(at).toISOString().slice(0, 19)}+0000`
