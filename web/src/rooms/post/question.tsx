import type { PerAccount, Post, SocialAccount } from '@crier/sdk'
import { useId, useState } from 'react'
import { Button, OutLink } from '../../ui/button.tsx'
import { Dialog, first } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { Ago } from '../../ui/time.tsx'
import { calledIn } from './called-in.ts'
import type { PostActions } from './actions.ts'
import { httpOf, profileOf } from './profiles.ts'
import { common } from '../../words/common.ts'
import { words } from '../../words/posts.ts'

/** Nobody but a person can tell: is it there? */
export function Question({
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
  const [sending, setSending] = useState(false)
  const [address, setAddress] = useState('')
  const [wrong, setWrong] = useState(false)
  const field = useId()
  const name = platformName(account.platform)
  const called = calledIn(post, account)
  const candidates = account.candidates ?? []
  const profile = social && !social.sandbox ? profileOf(social) : undefined
  const busy = actions.busy === 'answer'

  function isThere() {
    const url = address.trim()
    if (url && (!URL.canParse(url) || !httpOf(url))) return setWrong(true)
    setWrong(false)
    actions.isThere(account, url ? { url } : {})
  }
  return (
    <section
      aria-label={words.question.title(name)}
      className="grid gap-4 rounded-lg border border-warn/40 bg-warn-soft/60 p-4 sm:p-5"
    >
      <div className="grid gap-1">
        <h2>
          {account.part === null
            ? words.question.title(name)
            : words.question.titleOfPart(account.part, name)}
        </h2>
        <p className="text-sm">{words.question.look(called, name)}</p>
      </div>
      {candidates.length > 0 && (
        <div className="grid gap-2">
          <p className="text-sm font-medium">{words.question.found(candidates.length)}</p>
          <ul className="grid gap-2">
            {candidates.map((candidate) => (
              <li
                key={candidate.id}
                className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-card p-3"
              >
                <div className="min-w-0 flex-1 basis-48">
                  <p className="line-clamp-3 break-words" dir="auto">
                    {candidate.text || common.thing.withoutText}
                  </p>
                  <p className="text-sm text-muted">
                    {candidate.at !== null && <Ago at={candidate.at} />}
                    {httpOf(candidate.url) !== undefined && (
                      <>
                        {candidate.at !== null && ' · '}
                        <a
                          href={httpOf(candidate.url)}
                          target="_blank"
                          rel="noreferrer"
                          className="prose-link"
                        >
                          {words.question.lookAtIt}
                        </a>
                      </>
                    )}
                  </p>
                </div>
                <Button
                  small
                  look="primary"
                  busy={busy}
                  // Several of them stand there: each says which it means.
                  aria-label={`${words.question.thisIsIt}: ${candidate.text || common.thing.withoutText}`}
                  onClick={() => actions.isThere(account, { candidate_id: candidate.id })}
                >
                  {words.question.thisIsIt}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="grid gap-1.5">
        <label htmlFor={field} className="text-sm font-medium">
          {words.question.address}
        </label>
        <input
          id={field}
          type="url"
          inputMode="url"
          placeholder="https://"
          value={address}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? `${field}-wrong` : undefined}
          onChange={({ target }) => setAddress(target.value)}
          className="control"
        />
        {wrong && (
          <p id={`${field}-wrong`} className="text-sm text-danger">
            {words.question.addressHint}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" icon="check" busy={busy} onClick={isThere}>
          {words.question.yes}
        </Button>
        <Button busy={busy} onClick={() => setSending(true)}>
          {words.question.no}
        </Button>
        {profile !== undefined && (
          <OutLink look="quiet" icon="share" href={profile} target="_blank" rel="noreferrer">
            {words.question.lookOn(name)}
          </OutLink>
        )}
      </div>
      <p className="text-sm text-muted">{words.question.later}</p>
      {sending && (
        <Dialog title={words.question.sendTitle(name)} onClose={() => setSending(false)}>
          <p>{words.question.youSay(name, called)}</p>
          <blockquote
            dir="auto"
            className="line-clamp-4 rounded-md bg-sunk px-4 py-3 break-words whitespace-pre-line"
          >
            {post.content || common.thing.withoutText}
          </blockquote>
          <Notice kind="warn">{words.question.twice}</Notice>
          <div className="flex flex-wrap justify-end gap-2">
            <Button {...first} onClick={() => setSending(false)}>
              {words.question.lookOnce}
            </Button>
            <Button
              look="primary"
              busy={busy}
              onClick={() => {
                setSending(false)
                actions.isNotThere(account)
              }}
            >
              {words.question.notThere}
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  )
}
