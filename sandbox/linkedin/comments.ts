/** `/rest/socialActions/{post}/comments`: plain text, 1,250 characters at most. */
import { z } from 'zod'
import { living, urnIn } from './urns.ts'
import { badContent, notPermitted, wrongPath } from './refusal.ts'
import { mayReadOf, mayWriteAs, readBody, type Answer, type Call, type Context } from './service.ts'
import { nextId, type Comment } from './store.ts'

const LONGEST = 1250

const schema = z.strictObject({
  actor: z.string(),
  object: z.string(),
  message: z.strictObject({
    text: z.string().min(1),
    attributes: z.array(z.unknown()).optional(),
  }),
})

const path = '/api/rest/socialActions/:urn/comments'
export const commentCalls: Call[] = [
  { method: 'POST', path, on: 'comment', run: create },
  { method: 'GET', path, on: 'read', run: list },
]

function create(context: Context): Answer {
  const { service, store, request, now } = context
  const post = living(store, urnIn(request))
  const { actor, object, message } = readBody(request, schema)
  mayWriteAs(context, actor, 'socialActions.comments.CREATE')
  checkScope(context, actor)
  if (object !== post.urn) throw wrongPath()
  if (message.text.length > LONGEST)
    throw badContent(400, `Comment text exceeded the maximum allowed (${LONGEST} characters)`, {
      description: 'Comment is too long',
      code: 'FIELD_LENGTH_TOO_LONG',
      maxLength: LONGEST,
    })
  const id = nextId(store, now)
  const urn = `urn:li:comment:(${post.urn},${id})`
  const comment = { id, urn, post: post.urn, actor, text: message.text, created_at: now }
  store.comments.push(comment)
  service.options.made?.(urn)
  return { status: 201, headers: { 'x-restli-id': id }, body: view(context, comment) }
}

function list(context: Context): Answer {
  const { store, request, look } = context
  const post = living(store, urnIn(request))
  mayReadOf(context, post.author, 'socialActions.comments.GET_ALL')
  const all = store.comments.filter((comment) => comment.post === post.urn)
  const shown = look.list(all.toReversed(), ({ urn: id, created_at }) => ({ id, created_at }))
  const elements = shown.toReversed().map((comment) => view(context, comment))
  const paging = { start: 0, count: 100, total: elements.length, links: [] }
  return { status: 200, body: { elements, paging } }
}

/** "Comments API": posting takes another permission than commenting, which comes with Community Management. */
function checkScope({ grant }: Context, actor: string) {
  const scope = actor.startsWith('urn:li:organization:')
    ? 'w_organization_social_feed'
    : 'w_member_social_feed'
  if (!grant.scopes.includes(scope)) throw notPermitted('socialActions.comments.CREATE')
}

function view({ look }: Context, { id, urn, post, actor, text, created_at }: Comment) {
  return {
    id,
    actor,
    object: post,
    commentUrn: urn,
    message: { attributes: [], text: look.text(text, urn) },
    created: { actor, time: created_at },
    lastModified: { actor, time: created_at },
  }
}
