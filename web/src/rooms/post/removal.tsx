/** Taking down what is out: the question, and how far it is on each account. */
import type { PerAccount, Post } from '@crier/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { capabilitiesQuery } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { Button, OutLink } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Check } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { At } from '../../ui/time.tsx'
import { wordsOfCode } from '../../words/codes.ts'
import { common } from '../../words/common.ts'
import { words } from '../../words/posts.ts'
import type { PostActions } from './actions.ts'
import { calledIn } from './called-in.ts'
import { httpOf } from './profiles.ts'
import { isOut } from './states.ts'

/** Accounts on which there is something to take down, and nobody is at it. */
export function removable(post: Post): PerAccount[] {
  return post.per_account.filter(
    (account) => isOut(account) && (!account.removal || account.removal.state === 'failed'),
  )
}

export function TakeDown({
  post,
  actions,
  onClose,
}: {
  post: Post
  actions: PostActions
  onClose: () => void
}) {
  const here = useHere()
  const { data: capabilities } = useQuery(capabilitiesQuery(here))
  const there = removable(post)
  const [chosen, setChosen] = useState(() => new Set(there.map(({ account_id }) => account_id)))
  const byHand = (platform: string) =>
    capabilities !== undefined && !capabilities.platforms[platform]?.unpublish
  return (
    <Confirm
      title={words.removal.title}
      action={words.removal.submit}
      run={() => actions.takeDown([...chosen])}
      ready={chosen.size > 0}
      onClose={onClose}
    >
      <p>{words.removal.text}</p>
      <fieldset className="grid gap-1">
        <legend className="sr-only">{common.thing.accounts}</legend>
        {there.map(({ account_id, platform, username }) => (
          <Check
            key={account_id}
            checked={chosen.has(account_id)}
            onChange={({ target }) => {
              const now = new Set(chosen)
              if (target.checked) now.add(account_id)
              else now.delete(account_id)
              setChosen(now)
            }}
            label={`${platformName(platform)} ${calledIn(post, { account_id, username })}`}
            hint={byHand(platform) && words.removal.onlyYou(platformName(platform))}
          />
        ))}
      </fieldset>
      <Notice kind="warn">{words.removal.forGood}</Notice>
    </Confirm>
  )
}

/** Undefined while nobody asked for it. */
export function Removal({
  account,
  name,
  actions,
  edits,
}: {
  account: PerAccount
  name: string
  actions: PostActions
  edits: boolean
}) {
  const { removal } = account
  if (!removal || removal.state === 'removed') return null
  const { state, error_code, next_attempt_at, act_url } = removal
  const bad = state === 'failed' || state === 'unsupported'
  return (
    <div
      role="status"
      className={`grid justify-items-start gap-2 rounded-md px-3 py-2.5 text-sm ${bad ? 'bg-danger-soft' : 'bg-sunk'}`}
    >
      <p>
        <strong className="font-semibold">{words.removal.states[state]}</strong>{' '}
        {state === 'unsupported' && words.removal.onlyYou(name)}
        {state !== 'unsupported' && error_code !== null && `${wordsOfCode(error_code, name)}.`}
        {state === 'pending' && next_attempt_at !== null && (
          <>
            {' '}
            <At at={next_attempt_at} />
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {httpOf(act_url) !== undefined && (
          <OutLink small icon="share" href={httpOf(act_url)} target="_blank" rel="noreferrer">
            {words.removal.doItThere(name)}
          </OutLink>
        )}
        {edits && state === 'failed' && (
          <Button
            small
            icon="retry"
            aria-label={words.removal.again(name)}
            onClick={() => void actions.takeDown([account.account_id]).catch(() => undefined)}
          >
            {common.act.tryAgain}
          </Button>
        )}
      </div>
    </div>
  )
}
