import type { Post } from '@crier/sdk'
import { calledOf } from '../../ui/called.ts'
import { Card } from '../../ui/page.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { words } from '../../words/posts.ts'

/** What may keep it from going out as it is planned. */
export function Risks({ post }: { post: Post }) {
  const { risks = [] } = post
  if (!risks.length) return null
  return (
    <Card>
      <h2 className="mb-2 font-medium">{words.line.atRisk}</h2>
      <ul aria-label={words.line.atRisk} className="grid gap-2 text-sm text-warn">
        {risks.map(({ code, account_id }) => {
          const account = post.socialAccounts.find(({ id }) => id === account_id)
          const whose = account ? `${platformName(account.platform)} ${calledOf(account)}: ` : ''
          return <li key={`${code} ${account_id}`}>{whose + words.risks[code]}</li>
        })}
      </ul>
    </Card>
  )
}
