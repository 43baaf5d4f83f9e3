import type { Post } from '@crier/sdk'
import { calledOf } from '../../ui/called.ts'
import { platformName } from '../../ui/platform-mark.tsx'
import { standingOf } from '../post/states.ts'
import { words } from '../../words/home.ts'

/** Why it did not go out, account by account, as the page of the post says it; `short` where nothing more is known. */
export function Why({ post, short }: { post: Post; short: string }) {
  const wrong = post.per_account.filter(({ status }) => status === 'failed' || status === 'blocked')
  if (!wrong.length) return short
  return wrong.map((account) => {
    const name = platformName(account.platform)
    const social = post.socialAccounts.find(({ id }) => id === account.account_id)
    const { sentence } = standingOf(account, post, name)
    return (
      <span key={account.account_id} className="block">
        {words.failed.why(social ? calledOf(social) : account.username, sentence)}
      </span>
    )
  })
}
