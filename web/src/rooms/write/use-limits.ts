import type { GetCapabilitiesAnswer } from '@crier/sdk'
import { useMemo } from 'react'
import {
  type Account,
  type Composition,
  type Target,
  versionFor,
} from '../../writing/composition.ts'
import { fitting, type Measured, measured, ruleFor } from '../../writing/limits.ts'
import { chainOf, joinedOf, type Read } from '../../writing/parts.ts'

export interface Limited extends Read {
  measures: readonly Measured[]
  /** UTF-16 units of its text that the strictest platform takes. */
  fits: number
}

export function hasThreads(rules: GetCapabilitiesAnswer, platform: string) {
  return rules.platforms[platform]?.thread?.as === 'chain'
}

/** Whether parts can follow a post as comments there. */
export function hasComments(rules: GetCapabilitiesAnswer, platform: string) {
  return rules.platforms[platform]?.thread?.as === 'comments'
}

/** How full one version is, part by part, for each platform that gets it, and from where on it is too much. */
export function useLimits(
  composition: Composition,
  version: Target | undefined,
  chosen: readonly Account[],
  rules: GetCapabilitiesAnswer,
): readonly Limited[] {
  const { text, variants, parts, files, thread_as, split, account_threads } = composition
  return useMemo(() => {
    const follows = (platform: string) =>
      hasThreads(rules, platform) || (thread_as === 'comments' && hasComments(rules, platform))
    const own = version === undefined ? text : (variants[version] ?? '')
    const written = { text, parts, files }
    const chain = chainOf(written, own)
    const joined = joinedOf(written, own)
    const readers = chosen.filter((each) => versionFor({ variants }, each) === version)
    // The parts behind the first are common to all versions.
    const following = (version === undefined ? chosen : readers).filter(
      ({ id, platform }) => follows(platform) && !account_threads[id],
    )
    return chain.map((read, index): Limited => {
      const there = index === 0 ? readers : following
      const platforms = [...new Set(there.map(({ platform }) => platform))]
      const rows = platforms.flatMap((platform) => {
        const threads = hasThreads(rules, platform)
        // What the service cuts is never too long.
        if (threads && split !== 'none') return []
        const alone = threads || !parts.length
        if (!alone && thread_as === 'refuse') return []
        const counted = alone || thread_as !== 'join' ? read : joined
        const said = index > 0 && !threads ? commentRuleOf(platform, rules) : undefined
        const rule = said ?? ruleOf(platform, counted.files, there, rules)
        return rule ? [{ ...measured(rule, counted.text), counted }] : []
      })
      return {
        ...read,
        measures: rows,
        fits: Math.min(
          read.text.length,
          ...rows.map((row) => (row.used > row.max ? fitting(row, row.counted.text) : Infinity)),
        ),
      }
    })
  }, [chosen, text, variants, parts, files, thread_as, split, account_threads, version, rules])
}

function commentRuleOf(platform: string, rules: GetCapabilitiesAnswer) {
  const { first_comment_text: rule } = rules.platforms[platform] ?? {}
  return rule ? { platform, max: rule.max, unit: rule.unit } : undefined
}

function ruleOf(
  platform: string,
  files: Read['files'],
  readers: readonly Account[],
  rules: GetCapabilitiesAnswer,
) {
  const known = rules.platforms[platform]
  if (!known) return undefined
  const own = readers
    .filter((each) => each.platform === platform)
    .map(({ id }) => rules.accounts?.find((each) => each.account_id === id)?.text)
  // The strictest of them holds: the platform's own, where one account has no other.
  const told = own.every((each) => each !== undefined) ? own : []
  return ruleFor(platform, known, files, told)
}
