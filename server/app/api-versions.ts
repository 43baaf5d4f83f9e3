/** Versions of platforms' APIs end on a day that is known; whoever runs Crier hears of it while there is time. */
import type { Manifest } from '#platforms/platform.ts'
import type { Config } from '#config/config.ts'

/** Long enough for an upgrade at leisure. */
const NOTICE_DAYS = 90
const DAY = 86_400_000

/** Whether the version that is used of a platform is ours. */
export function versioned(platforms: Config['platforms']) {
  return (id: string) => platforms[id] !== undefined && platforms[id].version === undefined
}

/** A sentence for each platform in use whose version ends soon, or has ended. A version that the operator chose is theirs to know. */
export function endingVersions(
  manifests: Readonly<Record<string, Manifest>>,
  platforms: Config['platforms'],
  now: Date,
): string[] {
  const isOurs = versioned(platforms)
  return Object.entries(manifests).flatMap(([id, { name, api_version }]) => {
    if (!isOurs(id) || !api_version) return []
    const { value, ends } = api_version
    const days = Math.ceil((Date.parse(ends) - now.getTime()) / DAY)
    if (days > NOTICE_DAYS) return []
    const what = days > 0 ? `ends in ${days} days` : 'has ended'
    const how = `upgrade Crier, or set ${id.toUpperCase()}_API_VERSION`
    return [`Version ${value} of the API of ${name} ${what} (${ends}): ${how}.`]
  })
}
