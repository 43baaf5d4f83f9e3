/** Reading back, commenting, numbers, deleting (docs/facts/instagram.md §2, §7). */
import { accountOf } from './people.ts'
import { addressOf, fieldsOf, showAccount, showPage } from './accounts.ts'
import { takeSpecial } from './faults.ts'
import { paged, type Field } from '../kit/graph-fields.ts'
import { select } from './fields.ts'
import { counted } from './crowd.ts'
import { integer } from '../kit/graph-params.ts'
import { isTrial } from './reel-options.ts'
import { invalid, missing, refuse } from '../kit/graph-refusals.ts'
import type { Call, Scopes, Context } from './service.ts'
import type { Comment, Medium } from './state.ts'
import { showContainer } from './status.ts'
import { nextId } from './store.ts'

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
    run: (context) => listMedia(context, (medium) => medium.kind !== 'STORIES' && !isTrial(medium)),
  },
  {
    method: 'GET',
    edge: 'stories',
    on: 'read',
    scope: basic,
    own: true,
    // "Stories are only available for 24 hours."
    run: (context) =>
      listMedia(
        context,
        ({ kind, created_at }) => kind === 'STORIES' && created_at > context.now - 86_400_000,
      ),
  },
  { method: 'GET', edge: '', on: 'status', run: one },
  {
    method: 'GET',
    edge: 'comments',
    on: 'read',
    scope: comments,
    run(context) {
      const { id } = mediumOf(context)
      const all = [...context.store.comments.values()].filter(({ media_id }) => media_id === id)
      const shown = context.look.list(all.toReversed(), (comment) => comment)
      return list(context, shown, 'id,text,timestamp', showComment)
    },
  },
  {
    method: 'POST',
    edge: 'comments',
    on: 'comment',
    scope: comments,
    run(context) {
      const { store, params, now, account } = context
      const { id: media_id } = mediumOf(context)
      const text = params.text.get('message') ?? ''
      checkComment(text)
      const id = nextId(store)
      store.comments.set(id, { id, media_id, account_id: account?.id ?? '', text, created_at: now })
      context.service.options.made?.(id)
      return { id }
    },
  },
  {
    method: 'DELETE',
    edge: '',
    on: 'delete',
    login: 'facebook',
    scope: { instagram: '', facebook: 'instagram_manage_contents' },
    run(context) {
      context.store.media.delete(mediumOf(context).id)
      return { success: true }
    },
  },
]

function one(context: Context): unknown {
  const { store, id, account, params, person, service } = context
  const asked = id === 'me' ? account : accountOf(id)
  if (id === 'me' && !asked)
    return select('User', fieldsOf(params, 'id,name'), {
      id: () => person.id,
      name: () => person.name,
    })
  if (asked) {
    if (asked.id !== account?.id && asked.owner !== person.id) throw missing(id)
    if (asked.page_id === id) return showPage(context, asked, fieldsOf(params, 'id,name'))
    return showAccount(context, asked, fieldsOf(params, 'id,username'))
  }
  const container = store.containers.get(id)
  if (container && container.account_id === account?.id) return showContainer(context, container)
  const comment = store.comments.get(id)
  if (comment) return showComment(context, comment, fieldsOf(params, 'id,text,timestamp'))
  if (takeSpecial(service.faults, account, 'permalink_late')) throw missing(id)
  return showMedium(context, mediumOf(context), fieldsOf(params, 'id'))
}

export function mediumOf({ store, id, account, request }: Context): Medium {
  const medium = store.media.get(id)
  if (!medium || medium.account_id !== account?.id) throw missing(id, request.method)
  return medium
}

function listMedia(context: Context, shown: (medium: Medium) => boolean) {
  const { store, account, look } = context
  const all = [...store.media.values()].toReversed()
  const own = all.filter((medium) => medium.account_id === account?.id && shown(medium))
  return list(
    context,
    look.list(own, (medium) => medium),
    'id',
    showMedium,
  )
}

function list<Item>(
  context: Context,
  items: readonly Item[],
  otherwise: string,
  show: (context: Context, item: Item, fields: Field[]) => unknown,
) {
  const fields = fieldsOf(context.params, otherwise)
  const limit = Math.min(100, integer(context.params, 'limit') ?? 25)
  return paged(items, {
    limit,
    after: context.params.text.get('after'),
    show: (item) => show(context, item, fields),
    address: (after) => addressOf(context, { limit: String(limit), after }),
  })
}

function showMedium(context: Context, medium: Medium, fields: readonly Field[]) {
  const { service, token, look } = context
  const account = accountOf(medium.account_id)
  const own = token.login === 'instagram'
  return select(own ? 'IGMediaForIGOnlyAPI' : 'IGMedia', fields, {
    id: () => medium.id,
    caption: () => look.text(medium.caption, medium.id) || undefined,
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
    like_count: () => counted(context, medium, 'likes'),
    comments_count: () => counted(context, medium, 'comments'),
    ...(!own && { view_count: () => counted(context, medium, 'views') }),
    children: () => ({ data: medium.files.map(({ id }) => ({ id })) }),
  })
}

function showComment({ look }: Context, comment: Comment, fields: readonly Field[]) {
  const account = accountOf(comment.account_id)
  return select('IGComment', fields, {
    id: () => comment.id,
    text: () => look.text(comment.text, comment.id),
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
