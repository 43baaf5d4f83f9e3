/** Whom a text may mention: asked of the platforms that it goes to, and put into it as they take it. */
import type { FindPeopleAnswer } from '@crier/sdk'
import { CrierError } from '@crier/sdk'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { Account } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { PlatformMark, platformName } from '../../ui/platform-mark.tsx'
import { Suggestions } from '../../ui/suggestions.tsx'
import { words } from '../../words/mentions.ts'
import type { Sought } from '../../writing/mentions.ts'

/** After the last letter. */
const REST = 200
const MOST = 8

/** Finds nobody for anybody, or not on this account; until the page is loaded anew they are not asked again. */
const without = new Set<string>()
const refusing = new Set<number>()

export type Found = FindPeopleAnswer['people'][number] & { platform: string }

export function Mentions({
  box,
  sought,
  accounts,
  plain,
  onKeys,
  onTake,
  onClose,
}: {
  box: RefObject<HTMLTextAreaElement | null>
  sought: Sought
  /** To which the text goes. */
  accounts: readonly Account[]
  /** Only who is mentioned by the text alone. */
  plain: boolean
  /** What hears the keys of the text, as long as there is a list; true: that key was meant for it. */
  onKeys: (hears: ((event: KeyboardEvent) => boolean) | undefined) => void
  onTake: (person: Found) => void
  onClose: () => void
}) {
  const people = useFound(sought.words, accounts, plain)
  const [at, setAt] = useState(0)
  const active = Math.min(at, people.length - 1)
  const take = (index: number) => {
    const person = people[index]
    if (person) onTake(person)
  }
  useLayoutEffect(() => {
    if (!people.length) return
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setAt((active + 1) % people.length),
      ArrowUp: () => setAt((active + people.length - 1) % people.length),
      Enter: () => take(active),
      Tab: () => take(active),
      Escape: onClose,
    }
    onKeys((event) => {
      const { altKey, ctrlKey, metaKey, shiftKey, nativeEvent } = event
      const step = steps[event.key]
      if (!step || altKey || ctrlKey || metaKey || shiftKey || nativeEvent.isComposing) return false
      event.preventDefault()
      step()
      return true
    })
    return () => onKeys(undefined)
  })
  return (
    <>
      <p role="status" className="sr-only">
        {people.length > 0 && words.found(people.length)}
      </p>
      {people.length > 0 && (
        <Suggestions
          label={words.title}
          box={box}
          at={sought.from}
          active={active}
          onActive={setAt}
          onTake={take}
          rows={people.map((person) => ({
            key: `${person.platform} ${person.option ?? person.mention}`,
            body: (
              <>
                <PlatformMark platform={person.platform} className="size-5 shrink-0" />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{person.name}</span>
                  <span className="block truncate text-xs text-muted">
                    {person.username === null ? platformName(person.platform) : person.mention}
                  </span>
                </span>
              </>
            ),
          }))}
        />
      )}
    </>
  )
}

/** Empty while nobody is known; what was found for fewer letters stays as long as it fits. */
function useFound(letters: string, accounts: readonly Account[], plain: boolean): readonly Found[] {
  const { crier } = useHere()
  const [found, setFound] = useState<{ letters: string; people: readonly Found[] }>()
  const ids = asked(accounts)
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    const cut = new AbortController()
    const timer = setTimeout(() => {
      if (ids === '' || !navigator.onLine) return
      const each = ids.split(',').map(async (id) => {
        const answer = await crier.findPeople(
          { id: Number(id), q: letters },
          { signal: cut.signal },
        )
        if (!answer.supported) without.add(answer.platform)
        return answer.people.map((person) => ({ ...person, platform: answer.platform }))
      })
      void Promise.allSettled(each).then((answers) => {
        if (cut.signal.aborted) return
        // Nobody who writes is told of it: what they type is taken as it stands.
        for (const [index, answer] of answers.entries())
          if (answer.status === 'rejected' && isRefusal(answer.reason))
            refusing.add(Number(ids.split(',')[index]))
        const lists = answers.flatMap((answer) =>
          answer.status === 'fulfilled' ? [answer.value] : [],
        )
        setFound({ letters, people: inTurn(lists) })
      })
    }, REST)
    return () => {
      clearTimeout(timer)
      cut.abort()
    }
  }, [letters, ids, crier])
  if (!found) return []
  const wanted = letters.toLocaleLowerCase()
  return found.people
    .filter(({ option }) => !plain || option === null)
    .filter(
      ({ name, mention }) =>
        letters === found.letters || `${name} ${mention}`.toLocaleLowerCase().includes(wanted),
    )
    .slice(0, MOST)
}

/** One account for each platform. */
function asked(accounts: readonly Account[]) {
  const able = accounts.filter(({ id, platform }) => !without.has(platform) && !refusing.has(id))
  return [...new Map(able.toReversed().map((each) => [each.platform, each])).values()].toReversed()
}

/** The likeliest of each first. */
function inTurn(lists: readonly (readonly Found[])[]): readonly Found[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list[index] ?? []),
  ).flat()
}

/** What the same question would be told again, such as an app that may not search. */
function isRefusal(error: unknown) {
  return (
    error instanceof CrierError && error.status >= 400 && error.status < 500 && error.status !== 429
  )
}
