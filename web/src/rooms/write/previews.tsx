import type { Post } from '@crier/sdk'
import { Preview } from '../../previews/preview.tsx'
import type { Account } from '../../api/types.ts'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/en.ts'
import { type Composition, isBlank, textFor } from '../../writing/composition.ts'

/** One a platform, unless accounts of it differ. */
export function Previews({
  composition,
  accounts,
  cards,
}: {
  composition: Composition
  accounts: readonly Account[]
  cards: NonNullable<Post['link_cards']>
}) {
  const { files, first_comment, options } = composition
  const seen = new Set<string>()
  const shown = accounts.flatMap((account) => {
    const text = textFor(composition, account)
    const same = `${account.platform}\n${text}`
    if (seen.has(same)) return []
    seen.add(same)
    return [{ account, text }]
  })
  if (isBlank(composition) || !shown.length) {
    return (
      <div className="grid h-full min-h-60 place-content-center justify-items-center gap-3 text-center text-muted">
        <span className="grid size-12 place-items-center rounded-full bg-card text-muted shadow-card">
          <Icon name="eye" className="size-6" />
        </span>
        <p className="max-w-[28ch] text-sm">{words.preview.empty}</p>
      </div>
    )
  }
  return (
    <div className="mx-auto grid max-w-md grid-cols-[minmax(0,1fr)] gap-5">
      <p className="text-center text-xs text-muted">{words.preview.about}</p>
      {shown.map(({ account, text }) => (
        <Preview
          key={account.id}
          platform={account.platform}
          name={account.name}
          username={account.username}
          avatar_url={account.avatar_url}
          text={text}
          files={files}
          first_comment={first_comment}
          options={options[account.platform] ?? nothing}
          card={cards.find(({ account_ids }) => account_ids.includes(account.id))}
        />
      ))}
    </div>
  )
}

const nothing = {}
