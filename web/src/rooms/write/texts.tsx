/** What is written: the text and its versions, the parts behind it, their files and how much room is left. */
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Account } from '../../api/types.ts'
import { room } from '../../shell/version.ts'
import { Button } from '../../ui/button.tsx'
import { words } from '../../words/write.ts'
import type { Checked } from '../../writing/checks.ts'
import type { Problem } from '../../writing/patch.ts'
import {
  type Composition,
  type File as Written,
  type Target,
  versionFor,
} from '../../writing/composition.ts'
import type { Store } from '../../writing/store.ts'
import { add } from '../../writing/uploads.ts'
import { Counters } from './counters.tsx'
import { MediaTray, PickFiles } from './media-tray.tsx'
import { Typed } from './text-box.tsx'
import { keysOf, PartFrame, Parts } from './thread.tsx'
import type { Limited } from './use-limits.ts'
import type { Thread } from './use-thread.ts'
import { nameOfTarget } from './targets.ts'

// What it opens weighs more than the text below it.
const Versions = lazy(async () => ({
  default: (await room(() => import('./versions.tsx'))).Versions,
}))

const Snippets = lazy(async () => ({
  default: (await room(() => import('./snippets.tsx'))).Snippets,
}))

// Most posts are neither threads nor too long.
const ThreadRules = lazy(async () => ({
  default: (await room(() => import('./thread-rules.tsx'))).ThreadRules,
}))

/** One picture may stand in several parts, and is described once. */
const isSame = (one: Written, other: Written) =>
  one.key === other.key || (one.id !== undefined && one.id === other.id)

export function Texts({
  store,
  composition,
  accounts,
  chosen,
  version,
  setVersion,
  setText,
  setPart,
  begin,
  end,
  chain,
  thread,
  threads,
  comments: commented,
  cut,
  problems,
  over,
  comment,
  children,
}: {
  store: Store
  composition: Composition
  accounts: readonly Account[]
  chosen: readonly Account[]
  /** Undefined: the common text. */
  version: Target | undefined
  setVersion: (version: Target | undefined) => void
  setText: (value: string) => void
  setPart: (key: string, value: string) => void
  begin: (target: Target) => void
  end: (target: Target) => void
  chain: readonly Limited[]
  thread: Thread
  threads: (platform: string) => boolean
  comments: (platform: string) => boolean
  cut: Checked['parts']
  problems: readonly Problem[]
  /** Files are held over the page. */
  over: boolean
  comment: { open: boolean; toggle: () => void }
  /** More to press, beside the ways to files. */
  children: ReactNode
}) {
  const { variants } = composition
  const unlike = Object.keys(variants).length
  const [first] = chain
  /** Where a snippet goes, while one is looked for; null: behind the text. */
  const [place, setPlace] = useState<number | null>()
  // Of a version only the first words are its own: what changes places is common to all.
  const moves = version === undefined
  const several = chain.length > 1
  const offered = several || chosen.some(({ platform }) => threads(platform))
  const long = first?.measures.some(({ platform, used, max }) => used > max && threads(platform))
  const saveAlt = (file: Written, alt_text: string) => {
    store.change(({ files }) => ({
      files: files.map((each) => (isSame(each, file) ? { ...each, alt_text } : each)),
    }))
  }
  const of = (now: Composition) =>
    version === undefined ? now.text : (now.variants[version] ?? '')
  const onKey = keysOf(thread, undefined, { onText: setText, moves, opens: offered })
  const text = (
    <Typed
      ref={thread.box(undefined)}
      onKeyDown={(event) => {
        const { value, selectionStart: at, selectionEnd } = event.currentTarget
        const begins = at === selectionEnd && (at === 0 || value[at - 1] === '\n')
        if (event.key !== '/' || !begins) return onKey(event)
        event.preventDefault()
        setPlace(at)
      }}
      store={store}
      of={of}
      label={
        version === undefined
          ? words.write.text
          : words.write.textFor(nameOfTarget(version, accounts))
      }
      onValue={setText}
      shown={first?.text ?? ''}
      fits={first?.fits ?? 0}
      placeholder={words.write.placeholder}
      invalid={problems.some(({ field }) => field === 'content')}
      onFiles={(list) => void add(store, list)}
      people={chosen.filter((each) => versionFor(composition, each) === version)}
      small={several}
    />
  )
  const said = (
    <>
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
    </>
  )
  const tray = (
    <MediaTray
      store={store}
      files={first?.files ?? []}
      field="media_ids"
      problems={problems}
      saveAlt={saveAlt}
    />
  )
  const comments = (
    <Button small look="quiet" icon="reply" aria-expanded={comment.open} onClick={comment.toggle}>
      {words.write.firstComment}
    </Button>
  )
  const more = offered && (
    <Button small look="quiet" icon="plus" onClick={() => thread.add(chain.at(-1)?.key)}>
      {words.thread.add}
    </Button>
  )
  const splits = long && composition.split === 'none' && version === undefined && (
    <Button
      small
      look="quiet"
      icon="spark"
      busy={thread.cutting}
      onClick={() => thread.split(chosen.filter(({ platform }) => threads(platform)))}
    >
      {words.thread.split}
    </Button>
  )
  return (
    <section
      aria-label={words.write.text}
      className={`grid grid-cols-[minmax(0,1fr)] gap-4 rounded-xl border bg-card p-5 shadow-card transition-shadow focus-within:shadow-over has-[textarea:focus-visible]:border-accent ${over ? 'border-accent ring-4 ring-accent-soft' : 'border-line'}`}
    >
      <Suspense>
        <Versions
          accounts={chosen}
          variants={variants}
          current={version}
          choose={setVersion}
          begin={begin}
          box={() => thread.boxOf(undefined)}
        />
      </Suspense>
      <PartFrame id={undefined} number={1} of={chain.length} thread={thread} moves={moves}>
        {text}
        {said}
        {tray}
        <div
          data-tools
          className={`flex flex-wrap items-center justify-between gap-3 ${several ? '' : 'border-t border-line pt-3'}`}
        >
          <div className="-ms-2 flex flex-wrap gap-1">
            <PickFiles store={store} part={undefined} field="media_ids" />
            {children}
            {!several && comments}
            {!several && more}
            {splits}
            <Suspense>
              <Snippets
                store={store}
                accounts={accounts}
                version={version}
                place={place}
                setPlace={setPlace}
                of={of}
                setText={setText}
              />
            </Suspense>
          </div>
          <Counters measures={first?.measures ?? []} />
        </div>
      </PartFrame>
      <Parts
        store={store}
        chain={chain}
        thread={thread}
        problems={problems}
        saveAlt={saveAlt}
        onText={setPart}
        people={chosen.filter(({ platform }) => threads(platform))}
        moves={moves}
      />
      {several && (
        <div className="-mx-2 flex flex-wrap gap-1 border-t border-line pt-3">
          {more}
          {comments}
        </div>
      )}
      <Suspense fallback={null}>
        <ThreadRules
          store={store}
          composition={composition}
          chosen={chosen}
          threads={threads}
          comments={commented}
          parts={cut}
        />
      </Suspense>
    </section>
  )
}
