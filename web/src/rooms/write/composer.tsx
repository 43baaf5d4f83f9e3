import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { GetCapabilitiesAnswer } from '@crier/sdk'
import { lazy, memo, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Queue, queuesQuery, slotsQuery } from '../../api/queries.ts'
import type { Account } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { room } from '../../shell/version.ts'
import { useHeading } from '../../ui/page.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { words } from '../../words/write.ts'
import { loadFound, useChecks } from '../../writing/checks.ts'
import { isBlank, type Target, versionFor, whenOf } from '../../writing/composition.ts'
import { type Store, useComposition } from '../../writing/store.ts'
import { goOn, useLeaveWarning, useUploads } from '../../writing/uploads.ts'
import { isNew } from '../../writing/new.ts'
import { AccountsBar } from './accounts-bar.tsx'
import type { Doing } from './fixes.ts'
import { Foot } from './foot.tsx'
import { goToPlace, pressPlace, pressUpload } from './go-to.ts'
import { Head, type View } from './head.tsx'
import { type Reason, reasonAgainst, type Standing } from './reason.ts'
import { isSick } from './sick.ts'
import { possibleTargets } from './targets.ts'
import { Typed } from './text-box.tsx'
import { Texts } from './texts.tsx'
import { useAltTexts } from './use-alt-texts.ts'
import { useChanges } from './use-changes.ts'
import { useDrop } from './use-drop.ts'
import { useKeys } from './use-keys.ts'
import { hasComments, hasThreads, useLimits } from './use-limits.ts'
import { useSend } from './use-send.ts'
import { usePartsAhead } from './parts-ahead.ts'
import { useThread } from './use-thread.ts'
import { useWentOut } from './went-out.ts'

// Drawn below the text, a moment later: nobody waits for it to begin writing. No key of the text changes it.
const PlatformOptions = lazy(async () => ({
  default: memo((await room(() => import('./options.tsx'))).PlatformOptions),
}))
// With what it leads to: pressed, that is there.
const PollButton = lazy(async () => ({
  default: (await room(() => import('./options.tsx'))).PollButton,
}))

const loadPreviews = () => room(() => import('./previews.tsx'))
const Previews = lazy(async () => ({ default: (await loadPreviews()).Previews }))
// Not before something was sent, or somebody else changed the same post.
const loadSent = () => room(() => import('./sent.tsx'))
const Sent = lazy(async () => ({ default: (await loadSent()).Sent }))
const loadRecover = () => room(() => import('./recover.tsx'))
const Recover = lazy(async () => ({ default: (await loadRecover()).Recover }))
const Now = lazy(async () => ({ default: (await room(() => import('./now.tsx'))).Now }))
const loadConflict = () => room(() => import('./conflict.tsx'))
const Conflict = lazy(async () => ({ default: (await loadConflict()).Conflict }))

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
  const { account_ids, files, when, first_comment, post } = composition
  const [version, setVersion] = useState<Target>()
  const { busy, refused, forgive, sent, clashes, settle, leave, go } = useSend(store, accounts)
  const [commenting, setCommenting] = useState(first_comment !== '')
  const [view, setView] = useState<View>('write')
  const { over, drop } = useDrop(store)
  const heading = useHeading(post ? words.write.editTitle : words.write.title)
  const { timezone } = here.workspace
  const { data: schedule, isSuccess: slotsKnown } = useQuery(slotsQuery(here))
  const slots = schedule?.slots ?? none
  const queues = useQuery(queuesQuery(here)).data ?? noQueues
  const uploads = useUploads()
  const chosen = useMemo(
    () => account_ids.flatMap((id) => accounts.find((each) => each.id === id) ?? []),
    [account_ids, accounts],
  )

  // Without a schedule of slots there is no next one.
  useEffect(() => {
    // Whoever is quicker than the answer has begun to write by now. What was planned another day stays as it was planned.
    const { uuid, when } = store.get()
    const isOpen = isNew(uuid) || isBlank(store.get())
    if (slotsKnown && !slots.length && when.way === 'next_slot' && isOpen)
      store.change(() => ({ when: { way: 'now' } }))
  }, [slotsKnown, slots.length, store])
  // Where there is one account only, nobody has to choose it.
  const [only, ...others] = accounts
  const sole = only && !others.length && !isSick(only) ? only.id : undefined
  useEffect(() => {
    if (sole !== undefined && isBlank(store.get()) && !store.get().account_ids.length)
      store.change(() => ({ account_ids: [sole] }))
  }, [sole, store])
  useEffect(() => void goOn(store), [store])
  useEffect(() => {
    // They are there when they are needed, also without a connection by then.
    for (const load of [loadSent, loadConflict, loadFound]) void load().catch(() => undefined)
  }, [])
  useLeaveWarning()

  const checked = useChecks(composition, here.crier, chosen)
  const chain = useLimits(composition, version, chosen, rules)
  const threads = (platform: string) => hasThreads(rules, platform)
  const comments = (platform: string) => hasComments(rules, platform)
  const follow = (platform: string) => {
    if (threads(platform)) return 'chain'
    return composition.thread_as === 'comments' && comments(platform) ? 'comments' : undefined
  }
  const thread = useThread(store)
  const waits = files.some(({ id }) => id === undefined)
  const lost = files.some(({ key }) => ['lost', 'failed'].includes(uploads.get(key)?.state ?? ''))
  const { lacks } = checked
  // The service has not seen what is on its way: only once all are there can it say that a file is missing, or words where a file is enough.
  const own = useMemo(
    () =>
      waits
        ? checked.problems.filter(
            ({ field }) =>
              field !== 'media_ids' && (field !== 'content' || composition.text.trim()),
          )
        : checked.problems,
    [waits, checked.problems, composition.text],
  )
  // One and the same list while nothing new is told: what it is shown to is not drawn again at each key.
  const more = refused.filter((one) => own.every(({ text: other }) => other !== one.text))
  const problems = more.length ? [...own, ...more] : own
  const standing: Standing = { composition, chosen, waits, lost, problems: own }
  const reason = reasonAgainst(standing, when.way)

  // Once it is mended, or something else stands in the way, it is said no longer.
  const told = useRef<{ text: string; unsay: () => void }>(undefined)
  useEffect(() => {
    if (!told.current || told.current.text === reason?.text) return
    told.current.unsay()
    told.current = undefined
  }, [reason?.text])

  const { setText, setPart, toggle, begin, end, mend } = useChanges(store, {
    accounts,
    chosen,
    version,
    setVersion,
    thread,
    forgive,
  })

  const tell = ({ text }: Reason) => {
    told.current = { text, unsay: say(text, failed) }
  }
  const main = () => {
    if (reason) tell(reason)
    else go(whenOf(store.get().when))
  }
  const [asking, setAsking] = useState(false)
  const now = () => {
    // By which time it would go stands in the way of nothing that goes now.
    const stops = [...own, ...lacks].filter(({ field }) => !/^(when|scheduled_at)/.test(field))
    const against = reasonAgainst({ ...standing, problems: stops }, 'now')
    if (against) tell(against)
    else setAsking(true)
  }
  const nextVersion = () => {
    if (pressPlace('versions')) return
    const own = possibleTargets(chosen).filter((each) => composition.variants[each] !== undefined)
    if (!own.length) return void say(words.write.noVersions)
    const all = [undefined, ...own]
    setVersion(all[(all.indexOf(version) + 1) % all.length])
  }

  useKeys({
    main,
    now,
    save: () => !isBlank(composition) && go('draft'),
    version: nextVersion,
    upload: pressUpload,
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
      thread.focus(undefined)
      return
    }
    if (field === 'content') {
      setVersion(undefined)
      thread.focus(undefined)
      return
    }
    const part = /^thread\.(\d+)\.content/.exec(field)
    if (part) thread.focus(composition.parts[Number(part[1])]?.key)
    else goToPlace(field)
  }

  const commentShown = commenting || first_comment !== ''
  /** Whoever opens it writes in it: left at the button, letters would be keys of the room. What is written does not go by a press. */
  const comment = () => {
    if (commenting && first_comment === '') return setCommenting(false)
    flushSync(() => setCommenting(true))
    goToPlace('first_comment')
  }

  const doing = (): Doing => ({
    composition: store.get(),
    chosen,
    split: () => thread.split(chosen.filter(({ platform }) => threads(platform))),
    change: mend,
  })
  useAltTexts(store, files)
  usePartsAhead()
  useWentOut(store, post?.id, problems, busy || sent !== undefined)

  if (sent)
    return (
      <Suspense>
        <Sent post={sent} again={() => void navigate({ to: '/write' })} />
      </Suspense>
    )

  return (
    <div
      className="flex min-h-[calc(100dvh-4rem-var(--bars,0px))] flex-col lg:h-[calc(100dvh-var(--bars,0px))] lg:min-h-0"
      {...drop}
    >
      <Head
        store={store}
        title={post ? words.write.editTitle : words.write.title}
        heading={heading}
        view={view}
        setView={setView}
      />
      {/* Each side is laid out and painted by itself: a key costs what stands beside it, and no more. */}
      <div className="flex min-h-0 flex-1">
        <div
          className={`min-w-0 flex-[3] overflow-y-auto lg:contain-strict px-4 py-6 sm:px-8 ${view === 'preview' ? 'max-[1099px]:hidden' : ''}`}
        >
          <div className="mx-auto grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-5">
            {isBlank(composition) && !post && (
              <Suspense fallback={null}>
                <Recover workspace_id={here.id} uuid={composition.uuid} />
              </Suspense>
            )}
            <AccountsBar
              accounts={accounts}
              chosen={account_ids}
              toggle={toggle}
              invalid={problems.some(({ field }) => field.startsWith('social_account_ids'))}
            />
            <Texts
              store={store}
              composition={composition}
              accounts={accounts}
              chosen={chosen}
              version={version}
              setVersion={setVersion}
              setText={setText}
              setPart={setPart}
              begin={begin}
              end={end}
              chain={chain}
              thread={thread}
              threads={threads}
              comments={comments}
              cut={checked.parts}
              problems={problems}
              over={over}
              comment={{ open: commentShown, toggle: comment }}
            >
              <Suspense>
                <PollButton accounts={chosen} schemas={rules.platform_options} files={files} />
              </Suspense>
            </Texts>
            {over && (
              <p className="text-center text-sm font-medium text-accent">{words.write.dropHere}</p>
            )}
            {commentShown && (
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
                  shown={first_comment}
                  fits={first_comment.length}
                  placeholder={words.write.commentPlaceholder}
                  people={chosen}
                  plain
                  small
                />
              </section>
            )}
            <Suspense>
              <PlatformOptions
                accounts={chosen}
                schemas={rules.platform_options}
                options={composition.options}
                store={store}
                problems={problems}
                files={files}
              />
            </Suspense>
          </div>
        </div>
        <aside
          aria-label={words.write.previews}
          className={`min-w-0 flex-[2] overflow-y-auto lg:contain-strict border-line bg-sunk/60 px-4 py-6 sm:px-6 min-[1100px]:border-s ${view === 'write' ? 'max-[1099px]:hidden' : ''}`}
        >
          <Suspense>
            <Previews
              composition={composition}
              accounts={chosen}
              cards={checked.cards}
              parts={checked.parts}
              problems={problems}
              lacks={lacks}
              follow={follow}
              comments={(platform) => rules.platforms[platform]?.first_comment ?? true}
            />
          </Suspense>
        </aside>
      </div>
      {clashes && (
        <Suspense>
          <Conflict clashes={clashes} accounts={accounts} settle={settle} onClose={leave} />
        </Suspense>
      )}
      {asking && (
        <Suspense>
          <Now accounts={chosen} send={() => go('now')} onClose={() => setAsking(false)} />
        </Suspense>
      )}
      <Foot
        composition={composition}
        problems={problems}
        warnings={checked.warnings}
        lacks={lacks}
        doing={doing}
        goTo={goTo}
        timezone={timezone}
        slots={slots}
        queues={queues}
        onWhen={(now) => {
          forgive()
          store.change(() => ({ when: now }))
        }}
        waits={waits}
        busy={busy}
        reason={reason}
        accounts={chosen.length}
        main={main}
        save={() => go('draft')}
      />
    </div>
  )
}

const none: readonly { iso: string }[] = []
const noQueues: readonly Queue[] = []
