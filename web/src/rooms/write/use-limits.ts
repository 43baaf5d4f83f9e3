import type { GetCapabilitiesAnswer } from '@crier/sdk'
import { useMemo } from 'react'
import {
  type Account,
  type Composition,
  type Target,
  versionFor,
} from '../../writing/composition.ts'
import { fitting, measured, ruleFor } from '../../writing/limits.ts'

/** How full one version is, for each platform that gets it, and from where on it is too much. */
export function useLimits(
  { text, variants, files }: Composition,
  version: Target | undefined,
  chosen: readonly Account[],
  rules: GetCapabilitiesAnswer,
) {
  const limits = useMemo(() => {
    const readers = chosen.filter((each) => versionFor({ variants }, each) === version)
    const platforms = [...new Set(readers.map(({ platform }) => platform))]
    return platforms.flatMap((platform) => {
      const known = rules.platforms[platform]
      if (!known) return []
      const there = readers.filter((each) => each.platform === platform)
      const own = there.map(
        ({ id }) => rules.accounts?.find((each) => each.account_id === id)?.text,
      )
      // The strictest of them holds: the platform's own, where one account has no other.
      const told = own.every((each) => each !== undefined) ? own : []
      return [ruleFor(platform, known, files, told)]
    })
  }, [chosen, variants, version, rules, files])
  const counted = version === undefined ? text : (variants[version] ?? '')
  const measures = useMemo(() => limits.map((rule) => measured(rule, counted)), [limits, counted])
  const fits = useMemo(
    () => Math.min(counted.length, ...limits.map((rule) => fitting(rule, counted))),
    [limits, counted],
  )
  return { measures, fits }
}
