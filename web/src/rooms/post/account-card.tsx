import type { PerAccount, Post, SocialAccount } from '@crier/sdk'
import { lazy, Suspense } from 'react'
import { useHere } from '../../shell/here.ts'
import { room } from '../../shell/version.ts'
import { Button, LinkButton, OutLink } from '../../ui/button.tsx'
import { Face } from '../../ui/face.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { At } from '../../ui/time.tsx'
import { whereOf } from '../../ui/where.ts'
import { connectAgain } from '../accounts/again.ts'
import { calledIn } from './called-in.ts'
import type { PostActions } from './actions.ts'
import { behindOf } from './behind.ts'
import { ChangeButton, Changed } from './changed.tsx'
import { PartList } from './parts.tsx'
import { httpOf } from './profiles.ts'
import { Removal } from './removal.tsx'
import { Question } from './question.tsx'
import { StateBadge } from './state-badge.tsx'
import { isOut, standingOf, timeOf } from './states.ts'
import { Timeline } from './timeline.tsx'
import { common } from '../../words/common.ts'
import { ofService } from '../../words/language.ts'
import { words } from '../../words/posts.ts'

// Most are opened before the first number is taken.
const Numbers = lazy(async () => ({
  default: (await room(() => import('./numbers.tsx'))).Numbers,
}))

/** How the post stands on one account, what was tried there, and what settles it. */
export function AccountCard({
  post,
  account,
  social,
  actions,
}: {
  post: Post
  account: PerAccount
  social: SocialAccount | undefined
  actions: PostActions
}) {
  const { edits, publishes } = useHere()
  const name = platformName(account.platform)
  const standing = standingOf(account, post, name)
  const live = post.deleted_at === null
  const time = timeOf(account, post)
  const removed = account.blocked_reason === 'account_removed'
  return (
    <li className="grid gap-4 p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Face
          name={social?.name ?? account.username}
          avatar_url={social?.avatar_url ?? null}
          platform={account.platform}
          size="normal"
        />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">
            <bdi>{social?.name ?? account.username}</bdi>
          </p>
          <p className="truncate text-sm text-muted">{whereOf(name, account)}</p>
        </div>
        <StateBadge tone={standing.tone}>{standing.label}</StateBadge>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-72 break-words">
          {standing.sentence}
          {time !== null && (
            <span className="text-muted">
              {' '}
              <At at={time} />
            </span>
          )}
        </p>
        <div className="flex flex-wrap gap-2">
          {isOut(account) && httpOf(account.platform_url) !== undefined && (
            <OutLink
              small
              icon="share"
              href={httpOf(account.platform_url)}
              target="_blank"
              rel="noreferrer"
            >
              {words.card.see(name)}
            </OutLink>
          )}
          {live && account.edit?.state !== 'failed' && (
            <ChangeButton post={post} account={account} name={name} />
          )}
          {publishes && live && standing.mend === 'reconnect' && (
            <LinkButton
              small
              look="primary"
              {...connectAgain({ id: account.account_id })}
              aria-label={words.card.reconnect(calledIn(post, account), name)}
            >
              {common.act.reconnect}
            </LinkButton>
          )}
          {publishes && live && account.status === 'failed' && (
            <Button
              small
              icon="retry"
              look={standing.mend === 'edit' ? 'secondary' : 'primary'}
              busy={actions.busy === 'retry'}
              onClick={actions.retry}
              aria-label={words.card.tryOn(name)}
            >
              {common.act.tryAgain}
            </Button>
          )}
          {edits && live && standing.mend === 'edit' && (
            <Button
              small
              look="primary"
              icon="pen"
              busy={actions.busy === 'duplicate'}
              // Instead of one that is gone somebody chooses another.
              onClick={() => actions.writeFor(removed ? [] : [account.account_id])}
              aria-label={words.card.actFor(
                removed ? words.card.another : words.card.editAndTry,
                name,
              )}
            >
              {removed ? words.card.another : words.card.editAndTry}
            </Button>
          )}
        </div>
      </div>
      {account.metrics && (
        <Suspense>
          <Numbers metrics={account.metrics} name={name} />
        </Suspense>
      )}
      <Changed post={post} account={account} name={name} />
      <Removal account={account} name={name} actions={actions} edits={publishes} />
      <PartList account={account} name={name} />
      {account.warnings.map((warning) => (
        <Behind key={warning} {...behindOf(warning)} />
      ))}
      {publishes && live && account.blocked_reason === 'outcome_unknown' && (
        <Question post={post} account={account} social={social} actions={actions} />
      )}
      <Timeline account={account} name={name} />
    </li>
  )
}

/** Of what is out: what is missing, and as small print why. */
function Behind({ text, why }: ReturnType<typeof behindOf>) {
  return (
    <div className="grid gap-0.5 rounded-md bg-warn-soft px-3 py-2 text-sm break-words text-warn">
      <p>{text}</p>
      {why && (
        <p className="text-xs">
          {words.behind.why}: <span lang={ofService.lang}>{why}</span>
        </p>
      )}
    </div>
  )
}
