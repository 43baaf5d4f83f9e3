/** What a person does to what is written: its texts, its versions, its accounts, and what one press mends. */
import { useSay } from '../../ui/said.tsx'
import type { Account } from '../../api/types.ts'
import { words } from '../../words/write.ts'
import { type Composition, type Target, textFor } from '../../writing/composition.ts'
import type { Store } from '../../writing/store.ts'
import { takenBack } from '../../writing/taken-back.ts'
import { goOn } from '../../writing/uploads.ts'
import { nameOfTarget } from './targets.ts'
import type { Thread } from './use-thread.ts'

export function useChanges(
  store: Store,
  {
    accounts,
    chosen,
    version,
    setVersion,
    thread,
    forgive,
  }: {
    accounts: readonly Account[]
    chosen: readonly Account[]
    version: Target | undefined
    setVersion: (version: Target | undefined) => void
    thread: Thread
    /** What was refused is not said of what is another by now. */
    forgive: () => void
  },
) {
  const say = useSay()

  function setText(value: string) {
    forgive()
    store.change((before) =>
      version === undefined
        ? { text: value }
        : { variants: { ...before.variants, [version]: value } },
    )
  }

  function setPart(key: string, value: string) {
    forgive()
    store.change(({ parts }) => ({
      parts: parts.map((each) => (each.key === key ? { ...each, text: value } : each)),
    }))
  }

  function toggle(id: number) {
    forgive()
    store.change(({ account_ids: before }) => ({
      account_ids: before.includes(id) ? before.filter((each) => each !== id) : [...before, id],
    }))
  }

  function begin(target: Target) {
    const account = chosen.find(
      ({ id, platform }) => target === `a:${id}` || target === `p:${platform}`,
    )
    const start = account ? textFor(store.get(), account) : store.get().text
    store.change(({ variants: before }) => ({ variants: { ...before, [target]: start } }))
    setVersion(target)
    thread.focus(undefined)
  }

  function end(target: Target) {
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

  /** One step, whatever it changes: one press back takes all of it back, and leaves what it did not touch. */
  function mend(changes: Partial<Composition>, shown: Target | undefined, said: string) {
    forgive()
    const now = store.get()
    const before = Object.fromEntries(
      Object.entries(now).filter(([name]) => Object.hasOwn(changes, name)),
    )
    store.change(() => changes)
    setVersion(shown ?? version)
    say(said, {
      action: {
        label: words.write.undo,
        run: () => {
          forgive()
          // A version that began by it is not there any more.
          if (shown !== undefined && now.variants[shown] === undefined) setVersion(undefined)
          store.change((then) => takenBack(before, then, changes.files))
          void goOn(store)
        },
      },
    })
  }

  return { setText, setPart, toggle, begin, end, mend }
}
