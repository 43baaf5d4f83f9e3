import type { Post } from '@crier/sdk'
import { memo } from 'react'
import { Preview, type Shown } from '../../previews/preview.tsx'
import type { Account } from '../../api/types.ts'
import { Icon } from '../../ui/icon.tsx'
import { inSizes } from '../../words/sizes.ts'
import { words } from '../../words/write.ts'
import type { Checked } from '../../writing/checks.ts'
import type { Problem } from '../../writing/patch.ts'
import { type Composition, isBlank, textFor } from '../../writing/composition.ts'
import { chainOf, joinedOf, type Read } from '../../writing/parts.ts'

/** One a platform, unless accounts of it differ. */
export function Previews({
  composition,
  accounts,
  cards,
  parts,
  problems,
  lacks,
  follow,
  comments,
}: {
  composition: Composition
  accounts: readonly Account[]
  cards: NonNullable<Post['link_cards']>
  /** As the service would send them, by account. */
  parts: Checked['parts']
  problems: readonly Problem[]
  lacks: readonly Problem[]
  /** How parts follow a post there. */
  follow: (platform: string) => 'chain' | 'comments' | undefined
  /** Whether it takes a first comment; elsewhere none is sent. */
  comments: (platform: string) => boolean
}) {
  const { first_comment, options } = composition
  const seen = new Map<string, number[]>()
  const shown = accounts.flatMap((account) => {
    const text = textFor(composition, account)
    const chain = chainFor(composition, account, text, {
      follow: follow(account.platform) !== undefined,
      cut: parts[account.id],
    })
    const same = JSON.stringify([account.platform, chain.map((each) => each.text)])
    const alike = seen.get(same)
    alike?.push(account.id)
    if (alike) return []
    const ids = [account.id]
    seen.set(same, ids)
    return [{ account, ids, chain }]
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
      {shown.map(({ account, ids, chain: [first, ...following] }) => (
        <div
          key={account.id}
          className="grid grid-cols-[minmax(0,1fr)] gap-2 [contain-intrinsic-size:auto_24rem] [content-visibility:auto]"
        >
          <Drawn
            platform={account.platform}
            name={account.name}
            username={account.username}
            avatar_url={account.avatar_url}
            text={first?.text ?? ''}
            files={first?.files ?? []}
            following={following}
            as_comments={follow(account.platform) === 'comments'}
            first_comment={comments(account.platform) ? first_comment : ''}
            options={options[account.platform] ?? nothing}
            card={cards.find(({ account_ids }) => account_ids.includes(account.id))}
          />
          <Found problems={problems.filter(isOf(ids))} stops />
          <Found problems={lacks.filter(isOf(ids))} />
        </div>
      ))}
    </div>
  )
}

const isOf =
  (ids: readonly number[]) =>
  ({ account_id }: Problem) =>
    account_id !== undefined && ids.includes(account_id)

/** What is wrong with the post there, and nowhere else. */
function Found({ problems, stops = false }: { problems: readonly Problem[]; stops?: boolean }) {
  if (!problems.length) return null
  return (
    <ul
      aria-label={stops ? words.write.stops : words.write.worth}
      className={`grid gap-1 rounded-lg px-3 py-2 text-sm ${stops ? 'bg-danger-soft text-danger' : 'bg-warn-soft text-warn'}`}
    >
      {problems.map(({ field, text, lang }) => (
        <li key={`${field} ${text}`} className="flex items-start gap-2">
          <Icon name="warning" className="mt-0.5 size-4" />
          <span className="min-w-0 break-words" lang={lang}>
            {inSizes(text)}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What looks as it looked is not drawn again: after a key most of them do. */
const Drawn = memo(Preview, (before, now) => looksOf(before) === looksOf(now))

/** All that a preview tells; a file that goes up looks another way when it is there. */
function looksOf(shown: Shown) {
  return JSON.stringify(shown)
}

/** What goes to one account: a chain or comments, one post of all parts, or the first alone. */
function chainFor(
  composition: Composition,
  { id }: Account,
  text: string,
  { follow, cut }: { follow: boolean; cut: Checked['parts'][number] | undefined },
): readonly Pick<Read, 'text' | 'files'>[] {
  const { account_threads, split, thread_as, files } = composition
  const [first, ...rest] = chainOf(composition, text)
  const of = (media_ids: readonly number[]) =>
    media_ids.flatMap((each) => files.find((file) => file.id === each) ?? [])
  if (!first) return []
  const own = account_threads[id]
  if (own) return [first, ...own.map((each) => ({ text: each.content, files: of(each.media_ids) }))]
  if (follow && split !== 'none' && cut)
    return cut.map((each) => ({ text: each.content, files: of(each.media_ids) }))
  if (follow) return [first, ...rest]
  return thread_as === 'join' ? [joinedOf(composition, text)] : [first]
}

const nothing = {}
