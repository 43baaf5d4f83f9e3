/** A page of posts for one reader. */
import { hiddenField } from './refusal.ts'
import type { Context } from './service.ts'
import type { Tweet } from './state.ts'
import { view } from './view.ts'

const month = 30 * 24 * 60 * 60_000

/** Non-public numbers are the owner's alone, and for 30 days. */
export function show(
  context: Context,
  tweets: readonly Tweet[],
  fields: ReadonlySet<string>,
  query: { 'post.fields'?: string | undefined } = {},
) {
  const { service, store, person, now } = context
  // Who asks by the newest specification is answered by it.
  const postDialect = context.postDialect || query['post.fields'] !== undefined
  const refused = new Set<string>()
  const data = tweets.map((tweet) => {
    const hides = tweet.author_id !== person.id || now - tweet.created_at > month
    if (hides && fields.has('non_public_metrics')) refused.add(tweet.id)
    const author = service.people.find(({ id }) => id === tweet.author_id)
    return view(tweet, {
      username: author?.username ?? '',
      fields: hides ? new Set([...fields].filter((name) => name !== 'non_public_metrics')) : fields,
      now,
      postDialect,
      parent: store.tweets.get(tweet.reply_to ?? ''),
      look: context.look,
    })
  })
  const errors = [...refused].map((id) => hiddenField(id, 'non_public_metrics'))
  return { data, ...(errors.length ? { errors } : {}) }
}
