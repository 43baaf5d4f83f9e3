/** How far the last change of what is out is, and what it reads there. */
import type { PerAccount, Post } from '@crier/sdk'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { capabilitiesQuery } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { room } from '../../shell/version.ts'
import { Button, OutLink } from '../../ui/button.tsx'
import { At } from '../../ui/time.tsx'
import { words } from '../../words/change.ts'
import { wordsOfCode } from '../../words/codes.ts'
import { common } from '../../words/common.ts'
import { Words } from './content.tsx'
import { optionName, textOf } from './goes-out.ts'
import { changeable } from './out-there.ts'
import { httpOf } from './profiles.ts'

const Change = lazy(async () => {
  const { Change: Asked } = await room(() => import('./change.tsx'))
  return { default: Asked }
})

interface About {
  post: Post
  account: PerAccount
  name: string
}

/** Where the platform lets us, a button for it. */
export function ChangeButton({ post, account, name, again = false }: About & { again?: boolean }) {
  const here = useHere()
  const { data: capabilities } = useQuery(capabilitiesQuery(here))
  const [open, setOpen] = useState(false)
  if (!here.publishes || !changeable(account, capabilities).length) return null
  return (
    <>
      <Button
        small
        icon={again ? 'retry' : 'pen'}
        aria-label={again ? words.again(name) : words.openOn(name)}
        onClick={() => setOpen(true)}
      >
        {again ? common.act.tryAgain : words.open}
      </Button>
      {open && (
        <Suspense>
          <Change
            post={post}
            account={account}
            onClose={() => setOpen(false)}
            reopen={() => setOpen(true)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Nothing while nobody asked for a change, and where it was taken down since. */
export function Changed({ post, account, name }: About) {
  const { edit, platform, removal } = account
  if (!edit || removal?.state === 'removed') return null
  const { state, error_code, finished_at, next_attempt_at, act_url } = edit
  const shown = state === 'edited' ? edit.out : edit
  return (
    <div
      role="status"
      className={`grid justify-items-start gap-2 rounded-md px-3 py-2.5 text-sm ${state === 'failed' ? 'bg-danger-soft' : 'bg-sunk'}`}
    >
      <p>
        <strong className="font-semibold">{words.states[state]}</strong>{' '}
        {error_code !== null && state !== 'edited' && `${wordsOfCode(error_code, name)}.`}
        {state === 'edited' && finished_at !== null && <At at={finished_at} />}
        {state === 'pending' && next_attempt_at !== null && <At at={next_attempt_at} />}
      </p>
      <div className="grid gap-1">
        <p className="text-muted">{state === 'edited' ? words.reads : words.wanted}</p>
        {shown.content !== null && <Words text={shown.content} />}
        {Object.entries(shown.options).map(([option, value]) => (
          <p key={option} className="break-words">
            <span className="text-muted">{optionName(platform, option)}:</span> {textOf(value)}
          </p>
        ))}
      </div>
      {state === 'failed' && (
        <div className="flex flex-wrap gap-2">
          {httpOf(act_url) !== undefined && (
            <OutLink small icon="share" href={httpOf(act_url)} target="_blank" rel="noreferrer">
              {words.by(name)}
            </OutLink>
          )}
          <ChangeButton post={post} account={account} name={name} again />
        </div>
      )}
    </div>
  )
}
