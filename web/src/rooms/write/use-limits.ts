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
      return known ? [ruleFor(platform, known, files)] : []
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
