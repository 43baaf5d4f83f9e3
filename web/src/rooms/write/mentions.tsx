/** Whom a text may mention: asked of the platforms that it goes to, and put into it as they take it. */
import type { FindPeopleAnswer } from '@crier/sdk'
import { CrierError } from '@crier/sdk'
import { useMemo } from 'react'
import type { Account } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { PlatformMark, platformName } from '../../ui/platform-mark.tsx'
import { words } from '../../words/mentions.ts'
import { MOST, Offered, type Offering, useAsked } from './offered.tsx'

/** Finds nobody for anybody, or not on this account; until the page is loaded anew they are not asked again. */
const without = new Set<string>()
const refusing = new Set<number>()

type Found = FindPeopleAnswer['people'][number] & { platform: string }

export function Mentions(offering: Offering) {
  const { accounts, plain, sought } = offering
  const people = useFound(sought.words, accounts, plain)
  return (
    <Offered
      title={words.title}
      found={words.found}
      offering={offering}
      offers={people.map(({ platform, name, username, mention, option }) => ({
        key: `${platform} ${option ?? mention}`,
        body: (
          <>
            <PlatformMark platform={platform} className="size-5 shrink-0" />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{name}</span>
              <span className="block truncate text-xs text-muted">
                {username === null ? platformName(platform) : mention}
              </span>
            </span>
          </>
        ),
        taken: {
          text: mention,
          ends: true,
          ...(option !== null && { mention: { platform, text: mention, option } }),
        },
      }))}
    />
  )
}

/** Empty while nobody is known; what was found for fewer letters stays as long as it fits. */
function useFound(letters: string, accounts: readonly Account[], plain: boolean): readonly Found[] {
  const { crier } = useHere()
  const ids = asked(accounts)
    .map(({ id }) => id)
    .join()
  const ask = useMemo(() => {
    if (ids === '') return undefined
    return async (q: string, signal: AbortSignal) => {
      const each = ids.split(',').map(async (id) => {
        const answer = await crier.findPeople({ id: Number(id), q }, { signal })
        if (!answer.supported) without.add(answer.platform)
        return answer.people.map((person) => ({ ...person, platform: answer.platform }))
      })
      const answers = await Promise.allSettled(each)
      if (signal.aborted) return []
      for (const [index, answer] of answers.entries())
        if (answer.status === 'rejected' && isRefusal(answer.reason))
          refusing.add(Number(ids.split(',')[index]))
      return inTurn(
        answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])),
      )
    }
  }, [ids, crier])
  const found = useAsked(letters, ask)
  if (!found) return []
  const wanted = letters.toLocaleLowerCase()
  return found.answer
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
