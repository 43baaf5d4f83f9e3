import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { GetCapabilitiesAnswer } from '@crier/sdk'
import { useEffect, useMemo, useRef, useState } from 'react'
import { slotsQuery } from '../../api/queries.ts'
import type { Account } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { useHeading } from '../../ui/page.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { words } from '../../words/en.ts'
import { useChecks } from '../../writing/checks.ts'
import {
  type File as Written,
  isBlank,
  type Target,
  textFor,
  versionFor,
  whenOf,
} from '../../writing/composition.ts'
import { shortened } from '../../writing/limits.ts'
import { type Store, useComposition } from '../../writing/store.ts'
import { add, goOn, useLeaveWarning, useUploads } from '../../writing/uploads.ts'
import { AccountsBar } from './accounts-bar.tsx'
import { Conflict } from './conflict.tsx'
import { Counters } from './counters.tsx'
import { goToPlace } from './go-to.ts'
import { MediaTray, PickFiles } from './media-tray.tsx'
import { PlatformOptions } from './options.tsx'
import { Previews } from './previews.tsx'
import { type Fix, ProblemList } from './problems.tsx'
import { Recover } from './recover.tsx'
import { SavedState } from './saved-state.tsx'
import { Sent } from './sent.tsx'
import { Typed } from './text-box.tsx'
import { tiktokLacks } from './tiktok.tsx'
import { useAltTexts } from './use-alt-texts.ts'
import { useKeys } from './use-keys.ts'
import { useLimits } from './use-limits.ts'
import { useSend } from './use-send.ts'
import { nameOfTarget, Versions } from './versions.tsx'
import { said, WhenPicker } from './when-picker.tsx'

export function Composer({
  store,
  accounts,
  rules,
}: {
  store: Store
  accounts: readonly Account[]
  rules: GetCapabilitiesAnswer
}) {
  const here = useHere()
  const say = useSay()
  const navigate = useNavigate()
  const composition = useComposition(store)
  const { text, account_ids, variants, files, when, first_comment, post } = composition
  const [version, setVersion] = useState<Target>()
  const { busy, refused, forgive, sent, clashes, settle, leave, go } = useSend(store, accounts)
  const [commenting, setCommenting] = useState(first_comment !== '')
  const [view, setView] = useState<'write' | 'preview'>('write')
  const [over, setOver] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const heading = useHeading(post ? words.write.editTitle : words.write.title)
  const { timezone } = here.workspace
  const slots = useQuery(slotsQuery(here)).data?.slots ?? none
  const uploads = useUploads()
  const chosen = useMemo(
    () => account_ids.flatMap((id) => accounts.find((each) => each.id === id) ?? []),
    [account_ids, accounts],
  )

  // Without a schedule of slots there is no next one.
  const slotsKnown = useQuery(slotsQuery(here)).isSuccess
  useEffect(() => {
    if (slotsKnown && !slots.length && store.get().when.way === 'next_slot' && isBlank(store.get()))
      store.change(() => ({ when: { way: 'now' }, touched_at: 0 }))
  }, [slotsKnown, slots.length, store])
  useEffect(() => void goOn(store), [store])
  useLeaveWarning()

  const checked = useChecks(composition, here.crier, chosen)
  const current = version === undefined ? text : (variants[version] ?? '')
  const { measures, fits } = useLimits(composition, version, chosen, rules)
  const waits = files.some(({ id }) => id === undefined)
  const lost = files.some(({ key }) => ['lost', 'failed'].includes(uploads.get(key)?.state ?? ''))
  const problems = [
    ...checked.problems,
    ...refused.filter((one) => !checked.problems.some(({ text: other }) => other === one.text)),
  ]
  const lacking = tiktokLacks(composition, chosen)
  const reason = reasonAgainst()

  function reasonAgainst(): string | undefined {
    if (isBlank(composition)) return words.write.empty
    if (lost) return words.write.lostFiles
    if (waits) return words.write.waitForFiles
    if (when.way === 'draft') return undefined
    if (!chosen.length) return words.write.noneChosen
    if (lacking) return lacking
    if (checked.problems.length) return words.write.problems(checked.problems.length)
    return undefined
  }

  const setText = (value: string) => {
    forgive()
    store.change((before) =>
      version === undefined
        ? { text: value }
        : { variants: { ...before.variants, [version]: value } },
    )
  }
  const toggle = (id: number) => {
    forgive()
    store.change(({ account_ids: before }) => ({
      account_ids: before.includes(id) ? before.filter((each) => each !== id) : [...before, id],
    }))
  }
  const begin = (target: Target) => {
    const account = chosen.find(
      ({ id, platform }) => target === `a:${id}` || target === `p:${platform}`,
    )
    const start = account ? textFor(store.get(), account) : text
    store.change(({ variants: before }) => ({ variants: { ...before, [target]: start } }))
    setVersion(target)
    box.current?.focus()
  }
  const end = (target: Target) => {
    const before = store.get().variants
    setVersion(undefined)
    const { [target]: gone = '', ...rest } = before
    store.change(() => ({ variants: rest }))
    say(words.write.commonAgain(nameOfTarget(target, accounts)), {
      action: {
        label: words.write.undo,
        run: () => store.change(({ variants: now }) => ({ variants: { ...now, [target]: gone } })),
      },
    })
  }

  const main = () => {
    if (reason !== undefined) say(reason, failed)
    else go(whenOf(store.get().when))
  }

  useKeys({
    main,
    save: () => !isBlank(composition) && go('draft'),
    toggle: (index) => {
      const account = accounts[index]
      if (account) toggle(account.id)
    },
    next: () => goTo(problems[0]?.field),
  })

  const goTo = (field: string | undefined) => {
    if (field === undefined) return
    const own = /^platform_content\.(\d+)\.content/.exec(field)
    if (own) {
      const account = chosen.filter((each) => versionFor(composition, each))[Number(own[1])]
      if (account) setVersion(versionFor(composition, account))
      box.current?.focus()
      return
    }
    if (field === 'content') {
      setVersion(undefined)
      box.current?.focus()
      return
    }
    goToPlace(field)
  }

  const fixes: Fix[] = measures.flatMap((each) =>
    each.used > each.max
      ? [
          {
            key: each.platform,
            label: words.write.shorten(nameOfTarget(`p:${each.platform}`, accounts)),
            run: () => {
              const target: Target = version ?? `p:${each.platform}`
              store.change(({ variants: before }) => ({
                variants: { ...before, [target]: shortened(each, current) },
              }))
              setVersion(target)
            },
          },
        ]
      : [],
  )

  const saveAlt = (file: Written, alt_text: string) => {
    store.change(({ files: before }) => ({
      files: before.map((each) => (each.key === file.key ? { ...each, alt_text } : each)),
    }))
  }
  useAltTexts(files)

  if (sent) return <Sent post={sent} again={() => void navigate({ to: '/write' })} />

  const unlike = Object.keys(variants).length
  return (
    <div
      className="flex min-h-[calc(100dvh-4rem)] flex-col lg:h-dvh lg:min-h-0"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (event.currentTarget === event.target) setOver(false)
      }}
      onDrop={(event) => {
        if (!event.dataTransfer.files.length) return
        event.preventDefault()
        setOver(false)
        void add(store, [...event.dataTransfer.files])
      }}
    >
      <header className="flex items-center justify-between gap-4 border-b border-line bg-card px-4 py-2.5 sm:px-8">
        <div className="flex min-w-0 items-baseline gap-3">
          <h1 ref={heading} tabIndex={-1} className="!text-xl">
            {post ? words.write.editTitle : words.write.title}
          </h1>
          <SavedState store={store} />
        </div>
        <div
          className="flex rounded-md bg-sunk p-0.5 min-[1100px]:hidden"
          role="group"
          aria-label={words.write.views}
        >
          {(['write', 'preview'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={view === each}
              onClick={() => setView(each)}
              className={`min-h-9 rounded-[0.4rem] px-3 text-sm font-medium ${view === each ? 'bg-card shadow-card' : 'text-muted'}`}
            >
              {words.write.view[each]}
            </button>
          ))}
        </div>
      </header>
      <div className="flex min-h-0 flex-1">
        <div
          className={`min-w-0 flex-[3] overflow-y-auto px-4 py-6 sm:px-8 ${view === 'preview' ? 'max-[1099px]:hidden' : ''}`}
        >
          <div className="mx-auto grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-5">
            {isBlank(composition) && !post && (
              <Recover workspace_id={here.id} uuid={composition.uuid} />
            )}
            <AccountsBar
              accounts={accounts}
              chosen={account_ids}
              toggle={toggle}
              invalid={problems.some(({ field }) => field.startsWith('social_account_ids'))}
            />
            <section
              aria-label={words.write.text}
              className={`grid grid-cols-[minmax(0,1fr)] gap-4 rounded-xl border bg-card p-5 shadow-card transition-shadow focus-within:shadow-over ${over ? 'border-accent ring-4 ring-accent-soft' : 'border-line'}`}
            >
              <Versions
                accounts={chosen}
                variants={variants}
                current={version}
                choose={setVersion}
                begin={begin}
              />
              <Typed
                ref={box}
                store={store}
                of={(now) => (version === undefined ? now.text : (now.variants[version] ?? ''))}
                label={
                  version === undefined
                    ? words.write.text
                    : words.write.textFor(nameOfTarget(version, accounts))
                }
                onValue={setText}
                fits={fits}
                placeholder={words.write.placeholder}
                invalid={problems.some(({ field }) => field === 'content')}
                onFiles={(list) => void add(store, list)}
              />
              {version !== undefined && (
                <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
                  {words.write.differs(nameOfTarget(version, accounts))}
                  <Button small look="quiet" icon="undo" onClick={() => end(version)}>
                    {words.write.backToCommon}
                  </Button>
                </p>
              )}
              {version === undefined && unlike > 0 && (
                <p className="text-sm text-muted">{words.write.dontFollow(unlike)}</p>
              )}
              <MediaTray store={store} files={files} problems={problems} saveAlt={saveAlt} />
              <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
                <div className="-ml-2 flex flex-wrap gap-1">
                  <PickFiles store={store} />
                  <Button
                    small
                    look="quiet"
                    icon="reply"
                    aria-expanded={commenting}
                    onClick={() => setCommenting(!commenting)}
                  >
                    {words.write.firstComment}
                  </Button>
                </div>
                <Counters measures={measures} />
              </div>
            </section>
            {over && (
              <p className="text-center text-sm font-medium text-accent">{words.write.dropHere}</p>
            )}
            {(commenting || first_comment !== '') && (
              <section
                data-place="first_comment"
                aria-label={words.write.firstComment}
                className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-xl border border-line bg-card p-4 shadow-card"
              >
                <h2 className="!text-sm">{words.write.firstComment}</h2>
                <Typed
                  store={store}
                  of={(now) => now.first_comment}
                  label={words.write.firstComment}
                  onValue={(value) => store.change(() => ({ first_comment: value }))}
                  fits={first_comment.length}
                  placeholder={words.write.commentPlaceholder}
                  small
                />
              </section>
            )}
            <PlatformOptions
              accounts={chosen}
              schemas={rules.platform_options}
              options={composition.options}
              store={store}
              problems={problems}
              files={files}
            />
          </div>
        </div>
        <aside
          aria-label={words.write.previews}
          className={`min-w-0 flex-[2] overflow-y-auto border-line bg-sunk/60 px-4 py-6 sm:px-6 min-[1100px]:border-l ${view === 'write' ? 'max-[1099px]:hidden' : ''}`}
        >
          <Previews composition={composition} accounts={chosen} cards={checked.cards} />
        </aside>
      </div>
      {clashes && (
        <Conflict clashes={clashes} accounts={accounts} settle={settle} onClose={leave} />
      )}
      <footer className="sticky bottom-0 z-20 flex flex-wrap items-center gap-2 border-t border-line bg-card px-4 py-3 sm:px-8">
        <ProblemList problems={problems} warnings={checked.warnings} fixes={fixes} goTo={goTo} />
        <div className="flex flex-wrap items-center gap-2 max-sm:contents sm:ml-auto">
          <WhenPicker
            when={when}
            timezone={timezone}
            slots={slots}
            onWhen={(now) => {
              forgive()
              store.change(() => ({ when: now }))
            }}
            invalid={problems.some(({ field }) => field === 'when' || field === 'scheduled_at')}
          />
          {when.way !== 'draft' && !(post && post.status !== 'draft') && (
            <Button
              className="max-sm:hidden"
              disabled={isBlank(composition) || waits}
              onClick={() => go('draft')}
            >
              {words.write.saveDraft}
            </Button>
          )}
          <Button
            look="primary"
            icon={when.way === 'draft' ? 'check' : 'send'}
            busy={busy}
            aria-describedby="main-reason"
            aria-disabled={reason !== undefined}
            className="max-sm:w-full"
            onClick={main}
          >
            {words.write.main(when.way, chosen.length, said(when, slots, timezone))}
          </Button>
          <span id="main-reason" className="sr-only">
            {reason ?? words.write.ready}
          </span>
        </div>
      </footer>
    </div>
  )
}

const none: readonly { iso: string }[] = []
