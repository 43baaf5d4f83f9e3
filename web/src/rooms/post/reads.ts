/** A post as it read after one of its changes, in the shape in which posts are compared. Pure. */
import type { GetPostRevisionAnswer, Post } from '@crier/sdk'
import { words } from '../../words/posts.ts'
import type { Shown } from './goes-out.ts'

type Account = Post['socialAccounts'][number]

/** `accounts` of the workspace, for those that the post no longer goes to. */
export function readAs(
  revision: GetPostRevisionAnswer,
  post: Pick<Post, 'socialAccounts' | 'media'>,
  accounts: readonly Pick<Account, 'id' | 'platform' | 'name' | 'username'>[],
): Shown & Pick<Post, 'scheduled_at'> {
  const known = [...post.socialAccounts, ...accounts]
  return {
    ...revision,
    socialAccounts: revision.social_account_ids.map((id) => ({
      ...blank,
      ...known.find((each) => each.id === id),
      id,
    })),
    media: revision.media_ids.map((id) => {
      const item = post.media.find((each) => each.id === id)
      return item ?? { id, original_name: words.fields.filesNamed(id), alt_text: null }
    }),
    per_account: [],
  }
}

const blank = {
  platform: '',
  name: words.revisions.goneAccount,
  username: words.revisions.goneAccount,
}
